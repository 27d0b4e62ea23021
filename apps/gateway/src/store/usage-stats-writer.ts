import type { Database as SqliteDatabase } from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { spreadSlices, type StatsSpan, type UsageSlice } from './usage-stats.ts';
import type { UsageStatsTable } from './usage-stats-table.ts';

const COLUMNS = [
  'scope',
  'span',
  'key',
  'start',
  'calls',
  'failed',
  'quota',
  'refunded',
  'prompt_tokens',
  'completion_tokens',
  'first_token',
  'total',
] as const satisfies readonly (keyof UsageStatsTable)[];
const NAMES = COLUMNS.join(', ');
const COUNTERS = COLUMNS.slice(4, 10);

const ADD = `ON CONFLICT (scope, span, key, start) DO UPDATE SET ${[
  ...COUNTERS.map((name) => `${name} = usage_stats.${name} + excluded.${name}`),
  ...['first_token', 'total'].map(
    (name) => `${name} = merge_latencies(usage_stats.${name}, excluded.${name})`,
  ),
].join(', ')}`;

/** SQLite only: adds slices to the statistics, with a statement that is prepared once. */
export function prepareUsageStats(
  database: SqliteDatabase,
): (slices: Iterable<UsageSlice>) => void {
  const add = database.prepare<unknown[]>(
    `INSERT INTO usage_stats (${NAMES}) VALUES (${COLUMNS.map(() => '?').join()}) ${ADD}`,
  );
  return (slices) => {
    for (const row of spreadSlices(slices)) add.run(...COLUMNS.map((name) => row[name]));
  };
}

/** PostgreSQL only: adds slices to the statistics, passed as a single value. */
export async function addUsageStatsAtOnce(db: Db, slices: Iterable<UsageSlice>): Promise<void> {
  const rows = spreadSlices(slices);
  if (rows.length === 0) return;
  await sql`
    INSERT INTO usage_stats (${sql.raw(NAMES)})
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS added (scope text, span integer, key text,
      start bigint, calls bigint, failed bigint, quota bigint, refunded bigint, prompt_tokens bigint,
      completion_tokens bigint, first_token text, total text)
    ${sql.raw(ADD)}`.execute(db);
}

const ROWS_AT_ONCE = 500;

/** Adds slices to the statistics, in the transaction that changes what they summarize. */
export async function addUsageStats(
  db: Db,
  slices: Iterable<UsageSlice>,
  spans?: readonly StatsSpan[],
): Promise<void> {
  const rows = spreadSlices(slices, spans);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map((row) => sql`(${sql.join(COLUMNS.map((name) => row[name]))})`);
    await sql`INSERT INTO usage_stats (${sql.raw(NAMES)}) VALUES ${sql.join(values)} ${sql.raw(ADD)}`.execute(
      db,
    );
  }
}
