import SqliteDatabase from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compactSqlite } from './compact-sqlite.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-compact-'));
  path = join(folder, 'tollgate.db');
  const database = new SqliteDatabase(path);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE money (amount)');
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (database = new SqliteDatabase(path)) =>
  database.exec('INSERT INTO money VALUES (1)');
const countRows = () => {
  const database = new SqliteDatabase(path);
  const count = database.prepare('SELECT count(*) FROM money').pluck().get();
  database.close();
  return count;
};

test('data written while the file is being rewritten is not lost with the old file', () => {
  expect(() => compactSqlite(path, () => void write().close())).toThrow(/Another process/);
  expect(countRows()).toBe(1);
  let open: SqliteDatabase.Database | undefined;
  expect(() => compactSqlite(path, () => (open = write()))).toThrow(/Another process/);
  if (open) write(open).close();
  expect(countRows()).toBe(3);
  expect(existsSync(`${path}.compact`)).toBe(false);
  compactSqlite(path);
  expect(countRows()).toBe(3);
});
