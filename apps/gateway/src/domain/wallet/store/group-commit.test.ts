import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

let database: SqliteDatabase.Database;
beforeEach(() => {
  database = new SqliteDatabase(':memory:');
  database.exec('CREATE TABLE rows (value INTEGER NOT NULL)');
});
afterEach(() => void database.close());

function openCommit(onWrite: () => void = () => {}) {
  const insert = database.prepare('INSERT INTO rows VALUES (?)');
  const committed: (readonly (number | null)[])[] = [];
  const commit = createGroupCommit<number | null>({
    database,
    whenWritable: (run) => run(),
    insert(items) {
      onWrite();
      for (const item of items) insert.run(item);
    },
    onCommitted: (items) => void committed.push(items),
  });
  const append = async (items: readonly (number | null)[]) => {
    const results = await Promise.allSettled(items.map((item) => commit.append(item)));
    return results.map(({ status }) => status);
  };
  return { append, committed };
}

const stored = () => database.prepare('SELECT value FROM rows').pluck().all();

test('items appended in the same turn are stored in one transaction', async () => {
  const { append, committed } = openCommit();
  expect(await append([1, 2, 3])).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(committed).toEqual([[1, 2, 3]]);
  expect(stored()).toEqual([1, 2, 3]);
});

test('an item that cannot be stored fails alone, and the others in its batch are stored once', async () => {
  const { append, committed } = openCommit();
  expect(await append([1, null, 3])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(committed).toEqual([[1], [3]]);
  expect(stored()).toEqual([1, 3]);
  expect(await append([4])).toEqual(['fulfilled']);
});

test('a full disk fails a batch at once, without an attempt for each item', async () => {
  let writes = 0;
  const { append } = openCommit(() => {
    writes += 1;
    throw new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
  expect(await append([1, 2, 3])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toBe(1);
  expect(stored()).toEqual([]);
});
