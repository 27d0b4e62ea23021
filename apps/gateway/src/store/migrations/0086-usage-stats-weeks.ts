import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;
const COUNTS = ['calls', 'failed', 'quota', 'refunded', 'prompt_tokens', 'completion_tokens'];
const HISTOGRAMS = ['first_token', 'total'];
/** With the scope given, a span is contiguous in the primary key. */
const SCOPES = ['all', 'model', 'channel', 'user', 'key', 'group', 'user_model', 'served']
  .map((scope) => `'${scope}'`)
  .join();

/**
 * Statistics by week in addition to those by day: ranking all keys of a month reads a quarter of the rows.
 */
export async function addUsageWeeks({ db, columns: { kind } }: MigrationContext): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (kind === 'sqlite') return run(fillOnSqlite()).then(() => undefined);
  await run('SET LOCAL statement_timeout = 0');
  await run(`CREATE TABLE usage_stats_weeks PARTITION OF usage_stats FOR VALUES IN (${WEEK})`);
  await run(fillOnPostgres());
  await run('CREATE INDEX usage_stats_weeks_in_order ON usage_stats_weeks (scope, start)');
}

/** Adds up days as the writer does. After an interrupted run the existing rows stay, and nothing is added. */
function fillOnSqlite(): string {
  const added = [
    ...COUNTS.map((name) => `${name} = usage_stats.${name} + excluded.${name}`),
    ...HISTOGRAMS.map((name) => `${name} = merge_latencies(usage_stats.${name}, excluded.${name})`),
  ];
  const names = [...COUNTS, ...HISTOGRAMS].join(', ');
  return `INSERT INTO usage_stats (scope, span, key, start, ${names})
    SELECT scope, ${WEEK}, key, start - start % ${WEEK}, ${names} FROM usage_stats
    WHERE scope IN (${SCOPES}) AND span = ${DAY}
      AND NOT EXISTS (SELECT 1 FROM usage_stats AS done WHERE done.scope = 'all' AND done.span = ${WEEK})
    ON CONFLICT (scope, span, key, start) DO UPDATE SET ${added.join(', ')}`;
}

function fillOnPostgres(): string {
  const sums = COUNTS.map((name) => `sum(${name}) AS ${name}`);
  const joined = HISTOGRAMS.map((name) => `string_agg(${name}, ',') AS ${name}`);
  const merged = HISTOGRAMS.map(
    (name) => `coalesce((
      SELECT string_agg(bucket || ':' || total, ',' ORDER BY bucket) FROM (
        SELECT split_part(part, ':', 1)::integer AS bucket, sum(split_part(part, ':', 2)::bigint) AS total
        FROM unnest(string_to_array(weeks.${name}, ',')) AS part WHERE part <> '' GROUP BY 1) AS buckets), '')`,
  );
  return `INSERT INTO usage_stats_weeks (scope, span, key, start, ${[...COUNTS, ...HISTOGRAMS].join(', ')})
    SELECT scope, ${WEEK}, key, start, ${[...COUNTS, ...merged].join(', ')} FROM (
      SELECT scope, key, start - start % ${WEEK} AS start, ${[...sums, ...joined].join(', ')}
      FROM usage_stats_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) AS weeks`;
}
