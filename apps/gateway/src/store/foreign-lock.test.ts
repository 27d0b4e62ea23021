import SqliteDatabase from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createForeignLock, type ForeignLock } from './foreign-lock.ts';

let folder: string;
let ours: SqliteDatabase.Database;
let other: SqliteDatabase.Database;
let nowMs: number;
let onPause: () => void;
let lock: ForeignLock;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  [ours, other] = [1, 2].map(() => new SqliteDatabase(join(folder, 'a.db'), { timeout: 0 })) as [
    SqliteDatabase.Database,
    SqliteDatabase.Database,
  ];
  ours.pragma('journal_mode = WAL');
  nowMs = 0;
  onPause = () => {};
  lock = createForeignLock({
    database: ours,
    waitMs: 100,
    nowMs: () => nowMs,
    async pause() {
      nowMs += 10;
      onPause();
    },
  });
});
afterEach(() => {
  ours.close();
  other.close();
  rmSync(folder, { recursive: true });
});

test('a writer waits until another program unlocks the file', async () => {
  other.exec('BEGIN IMMEDIATE');
  onPause = () => {
    if (nowMs === 50) other.exec('ROLLBACK');
  };
  expect(await lock.untilFree()).toBe(true);
  expect(nowMs).toBe(50);
});

test('a file that stays locked is waited for once, and again after it was free', async () => {
  other.exec('BEGIN IMMEDIATE');
  expect(await Promise.all([lock.untilFree(), lock.untilFree()])).toEqual([false, false]);
  expect(nowMs).toBe(100);
  expect(await lock.untilFree()).toBe(false);
  expect(nowMs).toBe(100);
  other.exec('ROLLBACK');
  expect(await lock.untilFree()).toBe(true);
  other.exec('BEGIN IMMEDIATE');
  expect(await lock.untilFree()).toBe(false);
  expect(nowMs).toBe(200);
});

test('looking leaves no transaction open', () => {
  expect(lock.isFree()).toBe(true);
  expect(ours.inTransaction).toBe(false);
  other.exec('BEGIN IMMEDIATE');
  expect(lock.isFree()).toBe(false);
  expect(ours.inTransaction).toBe(false);
});
