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
  'days and quarters of the statistics lie apart, those of before the migration, too, and add up as ever',
  async () => {
    database = await createTestDatabase('postgres');
    store = await openStore({ ...database, schema: '0081-failed-log-sums' });
    await put(900, 900, 1);
    await put(86_400, 0, 1);
    await migrate(store);
    await put(900, 900, 2);
    await put(900, 1800, 4);
    await put(86_400, 0, 6);
    expect(await places()).toEqual([
      ['usage_stats_quarters', 900, 3],
      ['usage_stats_quarters', 1800, 4],
      ['usage_stats_days', 0, 7],
    ]);
    const { tables } = await readTableSizes(store);
    expect(tables.filter(({ name }) => name.startsWith('usage_stats'))).toHaveLength(1);
  },
);
