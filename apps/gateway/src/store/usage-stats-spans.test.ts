import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { migrate } from './migrate.ts';
import { openStore, type Store } from './open-store.ts';
import { readTableSizes } from './table-sizes-repository.ts';

let database: TestDatabase;
let store: Store;
afterEach(async () => {
  await store.close();
  await database.remove();
});

const put = (span: number, start: number, calls: number) =>
  sql`INSERT INTO usage_stats (scope, span, key, start, calls, failed, quota, refunded, prompt_tokens, completion_tokens, first_token, total)
    VALUES ('key', ${sql.lit(span)}, '7', ${start}, ${calls}, 0, 0, 0, 0, 0, '', '')
    ON CONFLICT (scope, span, key, start) DO UPDATE SET calls = usage_stats.calls + excluded.calls`.execute(
    store.db,
  );
const places = async () =>
  (
    await sql<{ part: string; start: string; calls: string }>`
      SELECT tableoid::regclass::text AS part, start, calls FROM usage_stats ORDER BY span, start`.execute(
      store.db,
    )
  ).rows.map(({ part, start, calls }) => [part, Number(start), Number(calls)]);

test.runIf(databaseKinds.includes('postgres'))(
  'quarters, days and weeks of the statistics are stored separately, including those from before the migration, and add up as before',
  async () => {
    database = await createTestDatabase('postgres');
    store = await openStore({ ...database, schema: '0081-failed-log-sums' });
    await put(900, 900, 1);
    await put(86_400, 0, 1);
    await migrate(store);
    await put(900, 900, 2);
    await put(900, 1800, 4);
    await put(86_400, 0, 6);
    await put(604_800, 0, 6);
    expect(await places()).toEqual([
      ['usage_stats_quarters', 900, 3],
      ['usage_stats_quarters', 1800, 4],
      ['usage_stats_days', 0, 7],
      ['usage_stats_weeks', 0, 7],
    ]);
    const { rows: indexes } = await sql<{ columns: string }>`
      SELECT substring(indexdef FROM '[(].*') AS columns FROM pg_indexes
      WHERE indexname IN ('usage_stats_days_in_order', 'usage_stats_weeks_in_order')`.execute(
      store.db,
    );
    expect(indexes.map(({ columns }) => columns)).toEqual(
      Array.from({ length: 2 }, () => '(scope, span, start, key)'),
    );
    const { tables } = await readTableSizes(store);
    expect(tables.filter(({ name }) => name.startsWith('usage_stats'))).toHaveLength(1);
  },
);

test.each(databaseKinds)(
  'what was counted before weeks were stored is in them after the migration, counts and latencies, on %s',
  async (kind) => {
    database = await createTestDatabase(kind);
    store = await openStore({ ...database, schema: '0083-usage-days-in-order' });
    const day = (start: number, calls: number, total: string) =>
      sql`INSERT INTO usage_stats (scope, span, key, start, calls, failed, quota, refunded, prompt_tokens, completion_tokens, first_token, total)
        VALUES ('all', 86400, '', ${start}, ${calls}, 1, 0, 0, 0, 0, '', ${total})`.execute(
        store.db,
      );
    await day(0, 1, '4:1');
    await day(6 * 86_400, 2, '');
    await day(5 * 86_400, 3, '2:1,4:2');
    await day(7 * 86_400, 10, '30:10');
    await migrate(store);
    const weeks = await store.db
      .selectFrom('usage_stats')
      .select(['start', 'calls', 'failed', 'first_token', 'total'])
      .where('span', '=', 604_800)
      .orderBy('start')
      .execute();
    expect(
      weeks.map((row) => [
        Number(row.start),
        Number(row.calls),
        Number(row.failed),
        row.first_token,
        row.total,
      ]),
    ).toEqual([
      [0, 6, 3, '', '2:1,4:3'],
      [604_800, 10, 1, '', '30:10'],
    ]);
  },
);
