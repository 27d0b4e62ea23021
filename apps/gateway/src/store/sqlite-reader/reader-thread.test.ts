import { sql } from 'kysely';
import { readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { openStore, type Store } from '../open-store.ts';
import { ReaderThread } from './reader-thread.ts';

const countTo = (last: number) =>
  `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) SELECT max(n) AS last FROM numbers`;

describe('reads of SQLite on a separate thread', () => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite', { hasTables: true });
    store = await openStore(database);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const read = (statement: string) => sql.raw(statement).execute(store.reader);
  const write = (key: string) =>
    store.db.insertInto('options').values({ key, value: 'v', updated_at: 1 }).execute();

  test('everything else continues while a long read runs', async () => {
    let done = false;
    const long = read(countTo(500_000)).finally(() => {
      done = true;
    });
    let turns = 0;
    for (; !done; turns += 1) await nextTurn();
    await write('still writable');
    expect((await long).rows).toEqual([{ last: 500_000 }]);
    expect(turns).toBeGreaterThan(10);
  });

  test('a read sees what was committed before it', async () => {
    await write('first');
    const keys = () => store.reader.selectFrom('options').select('key').execute();
    expect(await keys()).toEqual([{ key: 'first' }]);
    await store.transaction((trx) => trx.deleteFrom('options').execute());
    expect(await keys()).toEqual([]);
  });

  test('case is ignored in all alphabets, as in other reads', async () => {
    expect((await read(`SELECT lower('ÄÖКлюч') AS folded`)).rows).toEqual([{ folded: 'äöключ' }]);
  });

  test('it cannot write and holds no transaction', async () => {
    await expect(read(`INSERT INTO options VALUES ('k', 'v', 1) RETURNING key`)).rejects.toThrow(
      /readonly/,
    );
    await expect(
      store.reader.transaction().execute((trx) => trx.selectFrom('options').execute()),
    ).rejects.toThrow(/no transactions/);
  });

  test('a failing statement reports its error and does not affect the next ones', async () => {
    await expect(read('SELECT nonsense')).rejects.toThrow(/no such column: nonsense/);
    expect((await read('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('when the thread dies, pending reads fail and the next one starts another', async () => {
    const thread = new ReaderThread(`${database.dataDir}/tollgate.db`);
    const waiting = [thread.read(countTo(3_000_000), []), thread.read('SELECT 1', [])];
    // A value that can't be sent to a thread fails its own read only.
    await expect(thread.read('SELECT ?', [() => {}])).rejects.toThrow(/could not be cloned/);
    await thread.end();
    for (const one of waiting) await expect(one).rejects.toThrow(/ended/);
    expect(await thread.read('SELECT 2 AS two', [])).toEqual([{ two: 2 }]);
    await thread.close();
    await expect(thread.read('SELECT 1', [])).rejects.toThrow(/closed/);
  });

  test('a closed reader closes its file, and its thread serves the next reader', async () => {
    const other = await createTestDatabase('sqlite', { hasTables: true });
    const path = (dataDir: string) => `${dataDir}/tollgate.db`;
    const statement = 'SELECT count(*) AS count FROM options';
    await write('only here');
    const [first, second] = [database, other].map(({ dataDir }) => new ReaderThread(path(dataDir)));
    expect(await first?.read(statement, [])).toEqual([{ count: 1 }]);
    await first?.close();
    let begun = 0;
    const count = () => (begun += 1);
    process.on('worker', count);
    const opened = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path(other.dataDir);
        } catch {
          return false;
        }
      });
    expect(await second?.read(statement, [])).toEqual([{ count: 0 }]);
    process.off('worker', count);
    expect(begun).toBe(0);
    expect(opened()).not.toEqual([]);
    await second?.close();
    expect(opened()).toEqual([]);
    await expect(second?.read(statement, [])).rejects.toThrow(/closed/);
    await other.remove();
  });
});
