import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { splitStatsRange, type QuarterRange, type StatsPart } from './split-stats-range.ts';
import type { Db } from './schema.ts';
import { QUARTER, STATS_DAY, STATS_WEEK, type StatsSpan } from './usage-stats.ts';
import type { UsageScope } from './usage-stats-table.ts';

/** Sums of calls: quota before refunds, refunds separately. */
export interface UsageCounts {
  calls: number;
  failed: number;
  quota: number;
  refunded: number;
  prompt_tokens: number;
  completion_tokens: number;
}

export type KeyCounts = UsageCounts & { key: string };

/** What is counted: all keys of a scope, some, or those with a prefix. */
export interface CountedKeys {
  scope: UsageScope;
  keys?: readonly string[] | undefined;
  prefix?: string | undefined;
}

export const COUNTS = [
  'calls',
  'failed',
  'quota',
  'refunded',
  'prompt_tokens',
  'completion_tokens',
] as const satisfies readonly (keyof UsageCounts)[];

export const SUMS = sql.raw(COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', '));
/** A key whose rows cancel out is not part of the range. */
export const IS_SOMETHING = sql.raw(COUNTS.map((name) => `sum(${name}) <> 0`).join(' OR '));
const NAMES = { [1]: namesOf(1), [-1]: namesOf(-1) };

export function isNothing({ keys }: CountedKeys, { from, to }: QuarterRange): boolean {
  return from >= to || keys?.length === 0;
}

/**
 * Defines the common table `counted`, the keys to count: few, so that each can be looked up separately in
 * larger tables. Those of a whole scope are read from its weekly rows.
 */
export function keysOf(counted: CountedKeys, range: QuarterRange): RawBuilder<unknown> {
  const keys = listedKeys(counted);
  if (keys)
    return sql`counted (key) AS (VALUES ${sql.join(keys.map((key) => sql`(cast(${key} AS text))`))})`;
  return sql`counted (key) AS MATERIALIZED (
    SELECT DISTINCT key FROM usage_stats WHERE ${touchedBy(counted, range, STATS_WEEK)})`;
}

/** Returns the condition for rows of a span that overlap a range. */
export function touchedBy(
  { scope, keys, prefix }: CountedKeys,
  { from, to }: Pick<QuarterRange, 'from' | 'to'>,
  span: StatsSpan,
): RawBuilder<unknown> {
  const among = keys ? sql` AND key IN (${sql.join(keys)})` : sql``;
  // Strings with a prefix end before the prefix with its last character incremented.
  const begins = prefix
    ? sql` AND key >= ${prefix} AND key < ${prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)}`
    : sql``;
  return sql`scope = ${scope} AND span = ${sql.lit(span)} AND start >= ${from - (from % span)} AND start < ${to}${among}${begins}`;
}

/**
 * Selects the rows of the counted keys that make up a range, with negative counts for those to subtract. If
 * an index has longer spans in order of time, rows of all keys are read sequentially instead of key by key.
 */
export function partsOf(db: Db, counted: CountedKeys, range: QuarterRange): RawBuilder<unknown> {
  const { scope } = counted;
  const ofAll = readsInOrder(db, counted);
  const parts = splitStatsRange(range).map((part) => {
    const { span, from, to, sign } = part;
    const thatDay = sql`(SELECT DISTINCT key FROM usage_stats WHERE ${touchedBy(counted, part, STATS_DAY)}) AS counted`;
    const isKeyed = !ofAll || span === QUARTER;
    return sql`
      SELECT stats.key, stats.span, stats.start, ${NAMES[sign]}, stats.first_token, stats.total, ${sql.lit(sign)} AS sign
      FROM ${isKeyed ? sql`${ofAll ? thatDay : sql`counted`} CROSS JOIN ` : sql``}usage_stats AS stats
      WHERE stats.scope = ${scope} AND stats.span = ${sql.lit(span)}
        AND stats.start >= ${from} AND stats.start < ${to}
        ${isKeyed ? sql`AND stats.key = counted.key` : sql``}${part.isEmpty ? andSomebodyCalled(part) : sql``}`;
  });
  return sql.join(parts, sql` UNION ALL `);
}

/**
 * Returns whether all keys of a scope are requested, and an index has its days and weeks in order of time.
 */
function readsInOrder(db: Db, counted: CountedKeys): boolean {
  return isPostgres(db) && !listedKeys(counted) && !counted.prefix;
}

/** Returns the keys to count if they are known without a query: the scope `all` has a single one. */
function listedKeys({ scope, keys }: CountedKeys): readonly string[] | undefined {
  return keys ?? (scope === 'all' ? [''] : undefined);
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Checked once for all keys, which need not be looked up if nobody has called. */
function andSomebodyCalled({ span, from, to }: StatsPart): RawBuilder<unknown> {
  return sql` AND EXISTS (
    SELECT 1 FROM usage_stats WHERE scope = 'all' AND span = ${sql.lit(span)} AND key = ''
      AND start >= ${from} AND start < ${to})`;
}

function namesOf(sign: 1 | -1): RawBuilder<unknown> {
  return sql.raw(COUNTS.map((name) => `${sign} * stats.${name} AS ${name}`).join(', '));
}

/** PostgreSQL returns sums as text, and empty sums as null. */
export function toCounts(row: Partial<Record<keyof UsageCounts, unknown>>): UsageCounts {
  return Object.fromEntries(
    COUNTS.map((name) => [name, Number(row[name] ?? 0)]),
  ) as unknown as UsageCounts;
}
