import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { fillUsageStats } from '../fill-usage-stats.ts';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Statistics of calls by quarter of an hour and day, with failed calls, refunds and latencies, filled from
 * the log and the hourly sums. May run again after a crash: on SQLite it used not to be a transaction.
 */
export async function createUsageStats(context: MigrationContext): Promise<void> {
  const { db, columns } = context;
  const { text, integer, bigint, kind } = columns;
  if (kind === 'postgres') await createMergeFunction(db);
  let table = db.schema
    .createTable('usage_stats')
    .ifNotExists()
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('span', integer, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('start', bigint, (column) => column.notNull());
  for (const name of COUNTERS) table = table.addColumn(name, bigint, (column) => column.notNull());
  for (const name of HISTOGRAMS) table = table.addColumn(name, text, (column) => column.notNull());
  const keyed = table.addPrimaryKeyConstraint('usage_stats_pk', [
    'scope',
    'span',
    'key',
    'start',
  ] as never);
  await (kind === 'sqlite' ? keyed.modifyEnd(sql`WITHOUT ROWID`) : keyed).execute();
  await indexIncome(db);
  await fillUsageStats(db as unknown as Kysely<Database>, kind);
}

const COUNTERS = [
  'calls',
  'failed',
  'quota',
  'refunded',
  'prompt_tokens',
  'completion_tokens',
] as const;
const HISTOGRAMS = ['first_token', 'total'] as const;

/** The counterpart of SQLite's `mergeStoredLatencies`. */
async function createMergeFunction(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION merge_latencies(one text, other text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN one = '' THEN other WHEN other = '' THEN one ELSE (
        SELECT string_agg(bucket || ':' || total, ',' ORDER BY bucket) FROM (
          SELECT split_part(part, ':', 1)::integer AS bucket, sum(split_part(part, ':', 2)::bigint) AS total
          FROM unnest(string_to_array(one || ',' || other, ',')) AS part GROUP BY 1) AS merged) END
    $$`.execute(db);
}

/** Revenue is looked up by time of payment. */
async function indexIncome(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX IF NOT EXISTS orders_paid_at ON orders (paid_at)`.execute(db);
  await sql`CREATE INDEX IF NOT EXISTS redemptions_redeemed_time ON redemptions (redeemed_time)`.execute(
    db,
  );
}
