import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { callOf } from '../log-totals.ts';
import { changeLogTotals } from '../log-totals-repository.ts';
import { insertLog, listLogs } from '../logs-repository.ts';
import { migrate } from '../migrate.ts';
import { openStore, type Store } from '../open-store.ts';
import { readTableSizes } from '../table-sizes-repository.ts';
import { countLogRows } from '../verification-repository.ts';
import { listMonths, makeMonths, MONTHLY_TABLES, startOfMonth } from './month-tables.ts';
import { splitLog } from './split-log.ts';

const now = Math.floor(Date.now() / 1000);
const thisMonth = startOfMonth(now);
const row = (at: number, id: string) => ({
  created_at: at,
  type: 2,
  user_id: 1,
  username: 'u',
  token_id: 1,
  token_name: 'k',
  channel_id: 1,
  model_name: 'm',
  group: 'default',
  quota: 5,
  prompt_tokens: 1,
  completion_tokens: 1,
  use_time: 1,
  is_stream: 0,
  content: '',
  other: '{}',
  request_id: id,
  ip: '',
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;

const open = async (schema?: string) => {
  database = await createTestDatabase('postgres', { hasTables: schema === undefined });
  store = await openStore({ ...database, schema });
};
const insert = (at: number, id: string) =>
  store.transaction(async (trx) => {
    await insertLog(trx, row(at, id));
    await changeLogTotals(trx, [callOf(row(at, id), 1)]);
  });
/** Returns each row's partition and request id, in order of id. */
const places = async () => {
  const { rows } = await sql<{ part: string; id: string }>`
    SELECT tableoid::regclass::text AS part, request_id AS id FROM logs ORDER BY logs.id`.execute(
    store.db,
  );
  return rows.map(({ part, id }) => [id, part]);
};
const make = async (time = now) => {
  for (const monthly of MONTHLY_TABLES)
    await makeMonths(store.db, monthly, { now: time, within: (work) => store.transaction(work) });
};
const split = () => splitLog(database.databaseUrl ?? '', now, new AbortController().signal);
const nameOf = (start: number) =>
  `logs_${new Date(start * 1000).toISOString().slice(0, 7).replace('-', '_')}`;

const close = async () => {
  await store.close();
  await database.remove();
};

describe.runIf(databaseKinds.includes('postgres'))('the log in months', () => {
  afterEach(close);

  test('starts with this month and the next two, and has partitions for rows of any other time', async () => {
    await open();
    const later = startOfMonth(now, 1);
    const far = startOfMonth(now, 9);
    for (const [at, id] of [
      [5, 'old'],
      [now, 'now'],
      [later, 'next'],
      [far, 'far'],
    ] as const)
      await insert(at, id);
    expect(await places()).toEqual([
      ['old', 'logs_before'],
      ['now', nameOf(thisMonth)],
      ['next', nameOf(later)],
      ['far', 'logs_rest'],
    ]);
    for (const { table } of MONTHLY_TABLES)
      expect((await listMonths(store.db, table)).map(({ start }) => start)).toEqual([
        undefined,
        ...[0, 1, 2].map((later) => startOfMonth(now, later)),
      ]);
  });

  test('a new month takes the rows that were written before it existed, sums included', async () => {
    await open();
    const far = startOfMonth(now, 4);
    await insert(far + 7, 'early');
    await make(far);
    await insert(far + 8, 'late');
    expect(await places()).toEqual([
      ['early', nameOf(far)],
      ['late', nameOf(far)],
    ]);
    const { rows } =
      await sql`SELECT DISTINCT tableoid::regclass::text AS part, calls FROM log_sums`.execute(
        store.db,
      );
    expect(rows).toEqual([{ part: nameOf(far).replace('logs', 'log_sums'), calls: 2 }]);
  });

  test('reports the size of all its months together', async () => {
    await open();
    for (const id of ['one', 'two', 'three', 'four']) await insert(now, id);
    await insert(5, 'five');
    await sql`ANALYZE`.execute(store.db);
    expect(await countLogRows(store)).toBe(5);
    const { tables } = await readTableSizes(store);
    const logs = tables.filter(({ name }) => name.startsWith('logs'));
    expect(logs).toMatchObject([{ name: 'logs', rows: 5 }]);
    expect(logs[0]?.bytes).toBeGreaterThan(0);
  });
});

describe.runIf(databaseKinds.includes('postgres'))('the log’s index by user', () => {
  afterEach(close);

  test('contains the key, except in months that had rows before it did', async () => {
    await open('0092-files-by-upstream');
    await insert(now, 'before');
    await migrate(store);
    const later = startOfMonth(now, 4);
    await make(later);
    const { rows } = await sql<{ month: string }>`
      SELECT tablename AS month FROM pg_indexes
      WHERE indexdef LIKE '%(user_id, created_at, id) INCLUDE (token_name)' ORDER BY 1`.execute(
      store.db,
    );
    const months = rows.map(({ month }) => month);
    expect(months).toContain(nameOf(later));
    expect(months).toContain(nameOf(startOfMonth(now, 1)));
    expect(months).toContain('logs_rest');
    expect(months).not.toContain(nameOf(thisMonth));
  });
});

describe.runIf(databaseKinds.includes('postgres'))('a log from before monthly partitions', () => {
  afterEach(close);

  test('keeps ids, rows and sums when migrated, accepts calls at once, and gets an end date while they continue', async () => {
    await open('0058-users-kept-and-erased');
    // Rows are inserted with the current columns.
    await sql`ALTER TABLE log_sums ADD COLUMN failed bigint NOT NULL DEFAULT 0`.execute(store.db);
    for (const id of ['one', 'two', 'gone']) await insert(now - 40 * 86_400, id);
    await sql`ALTER TABLE log_sums DROP COLUMN failed`.execute(store.db);
    await sql`DELETE FROM logs WHERE request_id = 'gone'`.execute(store.db);
    await migrate(store);
    await insert(now, 'three');
    expect(await places()).toEqual(['one', 'two', 'three'].map((id) => [id, 'logs_before']));
    expect(await listMonths(store.db, 'logs')).toEqual([]);
    // The state after an interrupted run whose end date has passed.
    await sql`ALTER TABLE logs_before ADD CONSTRAINT logs_before_end CHECK (created_at < 1) NOT VALID`.execute(
      store.db,
    );
    await split();
    await split();
    await make();
    const months = await listMonths(store.db, 'logs');
    expect(months[0]).toMatchObject({ name: 'logs_before', start: undefined });
    const end = months[0]?.end ?? 0;
    expect(end).toBeGreaterThan(now + 86_400);
    await make(end);
    await insert(now, 'four');
    await insert(end, 'five');
    expect((await places()).slice(2)).toEqual([
      ['three', 'logs_before'],
      ['four', 'logs_before'],
      ['five', nameOf(end)],
    ]);
    const { items } = await listLogs(store, { start: 1 }, { page: 1, pageSize: 10 });
    expect(items.map(({ id, request_id: name }) => [name, id])).toEqual([
      ['five', 6],
      ['four', 5],
      ['three', 4],
      ['two', 2],
      ['one', 1],
    ]);
  });
});
