import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../test-support/run-cli.ts';
import { nodeFolder } from '../domain/wallet/node-folders.ts';
import { lockFolder } from '../platform/lock-folder.ts';
import { snapshotSqlite } from './backup/sqlite-snapshot.ts';
import { connectSqlite } from './connect-sqlite.ts';
import { openStore, type Store } from './open-store.ts';
import { shrinkSqlite } from './shrink-sqlite.ts';

const signal = new AbortController().signal;
let dataDir: string;
let store: Store;

const fileBytes = () => {
  store.sqlite?.journal.pragma('wal_checkpoint(TRUNCATE)');
  return statSync(join(dataDir, 'tollgate.db')).size;
};
/** Some megabytes to be inserted and deleted. */
const fill = () =>
  sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO versions (topic, version) SELECT 'filler ' || i || hex(zeroblob(500)), 1 FROM n`.execute(
    store.db,
  );
const empty = () => sql`DELETE FROM versions WHERE topic LIKE 'filler%'`.execute(store.db);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  store = await openStore({ dataDir });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

test('space freed by deleted rows is returned to the disk in steps, with writes in between', async () => {
  await fill();
  const full = fileBytes();
  await empty();
  let steps = 0;
  await shrinkSqlite(store, {
    signal,
    async rest() {
      steps += 1;
      await sql`INSERT INTO versions (topic, version) VALUES (${`between ${steps}`}, 1)`.execute(
        store.db,
      );
    },
  });
  expect(steps).toBeGreaterThan(5);
  expect(fileBytes()).toBeLessThan(full / 2);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM versions WHERE topic LIKE 'between%'`.execute(store.db);
  expect(rows[0]?.count).toBe(steps);
});

test('a file without incremental vacuum stays as it is until tollgate compact, which a running gateway refuses, while its backup can be shrunk', async () => {
  // Created as before: only VACUUM changes the mode of a file with tables.
  const { journal } = store.sqlite ?? {};
  journal?.pragma('auto_vacuum = NONE');
  journal?.exec('VACUUM');
  await fill();
  const full = fileBytes();
  await empty();
  let steps = 0;
  const rest = async () => void (steps += 1);
  expect(await shrinkSqlite(store, { signal, rest })).toBe(false);
  expect([steps, fileBytes()]).toEqual([0, full]);
  const copy = join(dataDir, 'copy.db');
  snapshotSqlite(join(dataDir, 'tollgate.db'), copy);
  const database = connectSqlite(copy, { readonly: true, cacheMb: 1 });
  expect(database.pragma('auto_vacuum', { simple: true })).toBe(2);
  database.close();

  await sql`INSERT INTO versions (topic, version) VALUES ('stays', 7)`.execute(store.db);
  const unlock = lockFolder(nodeFolder(dataDir, 1));
  const refused = await runCli({ DATA_DIR: dataDir }, 'compact');
  expect([refused.code, refused.noted]).toEqual([1, expect.stringContaining('Another process')]);
  unlock();
  // This test's store still has the file open.
  const open = await runCli({ DATA_DIR: dataDir }, 'compact');
  expect([open.code, open.noted]).toEqual([1, expect.stringContaining('Another process')]);
  await store.close();
  const done = await runCli({ DATA_DIR: dataDir }, 'compact');
  expect([done.code, done.said]).toEqual([0, expect.stringMatching(/^\d+ MB before, \d+ MB now/)]);
  const path = join(dataDir, 'tollgate.db');
  expect(statSync(path).size).toBeLessThan(full / 2);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir).filter((name) => /compact|-wal|-shm/.test(name))).toEqual([]);
  store = await openStore({ dataDir });
  expect(store.sqlite?.journal.pragma('auto_vacuum', { simple: true })).toBe(2);
  const { rows } = await sql`SELECT version FROM versions WHERE topic = 'stays'`.execute(store.db);
  expect(rows).toEqual([{ version: 7 }]);
  expect(await shrinkSqlite(store, { signal, rest })).toBe(true);
});
