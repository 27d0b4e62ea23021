import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StatementCache } from './statement-cache.ts';

function openCache() {
  const database = new SqliteDatabase(':memory:');
  onTestFinished(() => void database.close());
  database.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)');
  const prepare = vi.spyOn(database, 'prepare');
  return { database, statements: new StatementCache(database), prepare };
}

test('a statement is prepared once, even if one of its runs was refused', () => {
  const { statements, prepare } = openCache();
  const insert = 'INSERT INTO people VALUES (?, ?)';
  statements.prepare(insert).run([1, 'Ada']);
  expect(() => statements.prepare(insert).run([1, 'Eve'])).toThrow(/UNIQUE/);
  statements.prepare(insert).run([2, 'Bob']);
  expect(statements.prepare('SELECT name FROM people').all()).toEqual([
    { name: 'Ada' },
    { name: 'Bob' },
  ]);
  expect(prepare).toHaveBeenCalledTimes(2);
});

test('a statement follows its table when a migration changes it', () => {
  const { database, statements } = openCache();
  database.exec("INSERT INTO people VALUES (1, 'Ada')");
  const all = () => statements.prepare('SELECT * FROM people').all();
  expect(all()).toEqual([{ id: 1, name: 'Ada' }]);
  database.exec('ALTER TABLE people ADD COLUMN age INTEGER DEFAULT 36');
  expect(all()).toEqual([{ id: 1, name: 'Ada', age: 36 }]);
  database.exec('ALTER TABLE people RENAME COLUMN name TO called');
  expect(all()).toEqual([{ id: 1, called: 'Ada', age: 36 }]);
});

test('any number of different statements keeps the cache bounded', () => {
  const { statements, prepare } = openCache();
  const texts = Array.from({ length: 1000 }, (_, index) => `SELECT ${index} AS n`);
  for (const text of texts) statements.prepare(text);
  prepare.mockClear();
  for (const text of texts.toReversed()) statements.prepare(text);
  expect(prepare.mock.calls.length).toBeGreaterThan(texts.length / 2);
  expect(statements.prepare('SELECT 7 AS n').all()).toEqual([{ n: 7 }]);
});
