import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../test-support/databases.ts';
import { startFaultyProxy } from '../../test-support/money/faulty-proxy.ts';
import { openStore } from './open-store.ts';

test.runIf(databaseKinds.includes('postgres'))(
  'long reads of the log do not deprive calls of PostgreSQL connections',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const store = await openStore(database);
    let done = 0;
    const reads = Array.from({ length: 11 }, () =>
      sql`SELECT pg_sleep(0.3)`.execute(store.reader).then(() => (done += 1)),
    );
    await sql`SELECT 1`.execute(store.db);
    expect(done).toBe(0);
    await Promise.all(reads);
    await store.close();
    await database.remove();
  },
);

test.runIf(databaseKinds.includes('postgres'))(
  'however much is asked at once, no more connections to PostgreSQL are open than may be: two are left for signals',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const store = await openStore({ ...database, connections: 9 });
    const open = sql<{ count: number }>`
      SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()`;
    await Promise.all(
      [store.db, store.reader].flatMap((side) =>
        Array.from({ length: 20 }, () => sql`SELECT 1`.execute(side)),
      ),
    );
    const { rows } = await open.execute(store.db);
    expect(rows[0]?.count).toBeLessThanOrEqual(9 - 2);
    // The one that watches opens after a second.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(9 - 2 - 1);
    await store.close();
    await database.remove();
  },
);

test.runIf(databaseKinds.includes('postgres'))(
  'PostgreSQL neither compiles our statements nor starts workers for small ones: a sum over a month takes less time',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const store = await openStore(database);
    const { rows } = await sql<{ jit: string; cost: string }>`
      SELECT current_setting('jit') AS jit, current_setting('parallel_setup_cost') AS cost`.execute(
      store.db,
    );
    expect(rows).toEqual([{ jit: 'off', cost: '20000' }]);
    await store.close();
    await database.remove();
  },
);

test.runIf(databaseKinds.includes('postgres'))(
  'a connection to PostgreSQL whose network is lost is given up, and replaced once the network is back',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const line = await startFaultyProxy(database.databaseUrl ?? '');
    const store = await openStore({ ...database, databaseUrl: line.url, silentMs: 500 });
    await sql`SELECT 1`.execute(store.db);
    line.freeze();
    await expect(sql`SELECT 1`.execute(store.db)).rejects.toThrow('said nothing for 500 ms');
    await line.restore();
    await sql`SELECT 1`.execute(store.db);
    await store.close();
    await line.close();
    await database.remove();
  },
);

test.runIf(databaseKinds.includes('postgres'))(
  'a transaction whose network is lost keeps no rows locked',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const line = await startFaultyProxy(database.databaseUrl ?? '');
    const store = await openStore(database);
    const far = await openStore({ ...database, databaseUrl: line.url, silentMs: 500 });
    const values = { key: 'k', value: '1', updated_at: 1 };
    await store.db.insertInto('options').values(values).execute();
    const lost = far.transaction(async (trx) => {
      await trx.updateTable('options').set({ value: '2' }).execute();
      line.freeze();
      await sql`SELECT 1`.execute(trx);
    });
    await expect(lost).rejects.toThrow(/connection/);
    await store.db.updateTable('options').set({ value: '3' }).execute();
    await line.restore();
    await Promise.all([far.close(), store.close()]);
    await line.close();
    await database.remove();
  },
);

test('a transaction that SQLite rolled back by itself, as on a full disk, fails with the original error', async () => {
  const database = await createTestDatabase('sqlite', { hasTables: true });
  const store = await openStore(database);
  const failed = store.transaction(async (trx) => {
    await sql`ROLLBACK`.execute(trx);
    throw new Error('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  await store.close();
  await database.remove();
});

test.each(databaseKinds)(
  'a text with the character NUL, as upstreams may send, is stored on %s and does not fail its transaction',
  async (kind) => {
    const database = await createTestDatabase(kind, { hasTables: true });
    const store = await openStore(database);
    const stored = await store.transaction(async (trx) => {
      const values = { key: 'k', value: 'a\0b', updated_at: 1 };
      await trx.insertInto('options').values(values).execute();
      return trx.selectFrom('options').select('value').where('value', '=', 'a\0b').execute();
    });
    expect(stored).toEqual([{ value: kind === 'postgres' ? 'a\uFFFDb' : 'a\0b' }]);
    await store.close();
    await database.remove();
  },
);
