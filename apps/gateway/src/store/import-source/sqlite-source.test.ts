import SqliteDatabase from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteSource } from './sqlite-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqlite-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('only stored values of a file are read: no view, virtual table or generated column is evaluated', async () => {
  const path = join(folder, 'made.db');
  const file = new SqliteDatabase(path);
  file.exec(`
    CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT,
      quota AS (length(username)), bomb AS (hex(zeroblob(1000000))));
    INSERT INTO users (id, username) VALUES (1, 'alice');
    CREATE VIEW tokens AS WITH RECURSIVE endless(id) AS
      (SELECT 1 UNION ALL SELECT id + 1 FROM endless) SELECT id FROM endless;
    CREATE VIRTUAL TABLE channels USING fts5(name);
  `);
  file.close();
  const source = openSqliteSource(path);
  try {
    expect(await source.page('users', { after: 0, limit: 10 })).toEqual([
      { id: 1, username: 'alice' },
    ]);
    expect(await source.all('users')).toEqual([{ id: 1, username: 'alice' }]);
    expect([await source.count('tokens'), await source.all('channels')]).toEqual([0, []]);
    expect([...source.columns.keys()]).not.toContain('tokens');
  } finally {
    await source.close();
  }
});

test('a table whose id is computed has no rows: each row would run the file’s code for as long as it likes', async () => {
  const path = join(folder, 'computed.db');
  const file = new SqliteDatabase(path);
  file.exec(`
    CREATE TABLE users (username TEXT, Id AS (length(hex(zeroblob(1000)))));
    INSERT INTO users (username) VALUES ('alice');
    CREATE TABLE tokens (ID INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO tokens (name) VALUES ('kept');
  `);
  file.close();
  const source = openSqliteSource(path);
  try {
    expect(await source.page('users', { after: 0, limit: 10 })).toEqual([]);
    expect(await source.count('users', 0)).toBe(0);
    expect(await source.page('tokens', { after: 0, limit: 10 })).toEqual([{ ID: 1, name: 'kept' }]);
  } finally {
    await source.close();
  }
});
