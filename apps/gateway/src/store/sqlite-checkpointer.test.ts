import SqliteDatabase, { type Database } from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Checkpointer,
  type CheckpointerOptions,
  startCheckpointer,
} from './sqlite-checkpointer.ts';

let folder: string;
let database: Database;
let checkpointer: Checkpointer | undefined;
let holds: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpointer-'));
  database = new SqliteDatabase(join(folder, 'a.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = normal');
  database.exec('CREATE TABLE pages (text TEXT)');
  holds = 0;
});
afterEach(async () => {
  await checkpointer?.stop();
  database.close();
  rmSync(folder, { recursive: true });
});

function start(options: Partial<CheckpointerOptions> = {}): Checkpointer {
  checkpointer = startCheckpointer({
    database,
    hold: (work) => {
      holds += 1;
      return work();
    },
    lookEveryMs: 1_000_000,
    startPages: 10,
    ...options,
  });
  return checkpointer;
}

/** Commits about this many pages, one per commit. */
function write(pages: number): void {
  const insert = database.prepare('INSERT INTO pages VALUES (?)');
  for (let page = 0; page < pages; page += 1) insert.run('x'.repeat(4000));
}

/** Returns the number of pages in the log that the database does not have. */
function missing(): number {
  const before = new SqliteDatabase(database.name, { readonly: true });
  const [{ log, checkpointed }] = before.pragma('wal_checkpoint(NOOP)') as [
    { log: number; checkpointed: number },
  ];
  before.close();
  return log - checkpointed;
}

test('commits run no checkpoints themselves, however long the log is', () => {
  start();
  write(3000);
  expect(missing()).toBeGreaterThanOrEqual(3000);
});

test('a short log is left alone', async () => {
  const it = start({ startPages: 1000 });
  write(20);
  await it.check();
  expect(missing()).toBeGreaterThanOrEqual(20);
});

test('a log that restarted is left alone until it has grown again, however large its file once was', async () => {
  const it = start();
  write(100);
  await it.check();
  write(3);
  await it.check();
  expect(missing()).toBeGreaterThanOrEqual(3);
  write(20);
  await it.check();
  expect(missing()).toBe(0);
});

test('a log that has grown is copied without stopping writers, and restarts', async () => {
  const it = start();
  write(100);
  await it.check();
  expect(missing()).toBe(0);
  expect(holds).toBe(0);
  write(1);
  expect(missing()).toBeLessThan(10);
});

test('a log that grows too long while writers continue is copied once more while they wait', async () => {
  const it = start({ holdPages: 50 });
  write(100);
  const looked = it.check();
  write(5);
  await looked;
  expect(holds).toBe(1);
  expect(missing()).toBe(0);
});

test('writers wait only for a small last copy, whatever was written during the ones before', async () => {
  const left: number[] = [];
  const it = start({
    holdPages: 1000,
    hold: (work) => {
      left.push(missing());
      return work();
    },
  });
  write(100);
  await it.check();
  write(1000);
  const looked = it.check();
  write(2000);
  await looked;
  expect(left).toHaveLength(1);
  expect(left[0]).toBeLessThanOrEqual(256);
});

test('a log that was copied while writers waited returns its disk space', async () => {
  const it = start({ holdPages: 50 });
  write(100);
  await it.check();
  expect(holds).toBe(1);
  expect(statSync(`${database.name}-wal`).size).toBe(0);
});

/** The size of the log's file in bytes. */
const fileSize = () => statSync(`${database.name}-wal`).size;

test('a log that is written all the time restarts in place, and is truncated once that ends', async () => {
  let nowMs = 0;
  const it = start({ holdPages: 50, nowMs: () => nowMs });
  write(100);
  await it.check();
  expect(fileSize()).toBe(0);
  write(100);
  await it.check();
  const size = fileSize();
  expect(size).toBeGreaterThan(100 * 4000);
  write(5);
  await it.check();
  expect(fileSize()).toBe(size);
  expect(holds).toBe(2);
  nowMs += 60_000;
  await it.check();
  expect(holds).toBe(3);
  expect(fileSize()).toBe(0);
  await it.check();
  expect(holds).toBe(3);
});

test('writers do not wait repeatedly while a reader keeps the log from restarting', async () => {
  const it = start({ holdPages: 50 });
  const reader = new SqliteDatabase(database.name);
  write(60);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM pages').get();
  for (let round = 0; round < 10; round += 1) {
    write(2);
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await it.check();
  }
  expect(holds).toBe(1);
  reader.exec('COMMIT');
  reader.close();
});

test('nothing is done if the log has no new pages', async () => {
  const it = start({ holdPages: 50 });
  write(60);
  await it.check();
  await it.check();
  await it.check();
  expect(holds).toBe(1);
});

test('without a thread the log is copied all the same', async () => {
  const it = start({ program: new URL('file:///nowhere/at-all.ts') });
  write(100);
  await it.check();
  expect(missing()).toBe(0);
});

test('a full disk fails no check, and later ones copy the log', async () => {
  let isFull = false;
  const onDisk = new Proxy(database, {
    get: (target, name) => {
      if (name !== 'pragma') return Reflect.get(target, name, target) as unknown;
      return (text: string) => {
        if (isFull) throw new SqliteDatabase.SqliteError('the disk is full', 'SQLITE_FULL');
        return target.pragma(text);
      };
    },
  });
  const it = start({ database: onDisk, program: new URL('file:///nowhere/at-all.ts') });
  isFull = true;
  write(100);
  await it.check();
  isFull = false;
  write(1);
  await it.check();
  expect(missing()).toBe(0);
});
