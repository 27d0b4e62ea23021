import { type RawBuilder, sql } from 'kysely';
import {
  type CoverPart,
  coverStatsRange,
  type QuarterRange,
  splitStatsRange,
} from './split-stats-range.ts';
import type { Db } from './schema.ts';
import { QUARTER, STATS_DAY } from './usage-stats.ts';
import {
  type CountedKeys,
  IS_SOMETHING,
  isNothing,
  type KeyCounts,
  keysOf,
  partsOf,
  SUMS,
  toCounts,
  touchedBy,
} from './usage-stats-parts.ts';
import type { UsageScope } from './usage-stats-table.ts';

/** What keys are ranked by. */
export type UsageRank = 'quota' | 'calls' | 'tokens' | 'failed';

export interface RankQuery {
  range: QuarterRange;
  by: UsageRank;
  limit: number;
  /** How many keys beyond `limit` are summed up exactly at most if there are many. */
  surplus?: number;
}

const SPARE_KEYS = 64;
const RANKS: Readonly<Record<UsageRank, string>> = {
  quota: 'sum(quota) - sum(refunded)',
  calls: 'sum(calls) + sum(failed)',
  tokens: 'sum(prompt_tokens) + sum(completion_tokens)',
  failed: 'sum(failed)',
};
/** Upper bounds of a rank in any part of a range: a refund may be in another part than its charge. */
const BOUNDS: Readonly<Record<UsageRank, string>> = { ...RANKS, quota: 'sum(quota)' };

/** Ranks the top keys of a range, and counts all of them. */
export async function rankUsage(
  db: Db,
  counted: CountedKeys,
  query: RankQuery,
): Promise<{ rows: KeyCounts[]; count: number }> {
  if (isNothing(counted, query.range)) return { rows: [], count: 0 };
  if (counted.keys) return rankExactly(db, counted, query);
  return (await rankByDays(db, counted, query)) ?? rankExactly(db, counted, query);
}

async function rankExactly(
  db: Db,
  counted: CountedKeys,
  { range, by, limit }: RankQuery,
): Promise<{ rows: KeyCounts[]; count: number }> {
  const { rows } = await sql<KeyCounts & { found: number }>`
    WITH ${keysOf(counted, range)}, parts AS (${partsOf(db, counted, range)})
    SELECT key, ${SUMS}, count(*) OVER () AS found FROM parts
    GROUP BY key HAVING ${IS_SOMETHING} ORDER BY ${sql.raw(RANKS[by])} DESC, key LIMIT ${limit}`.execute(
    db,
  );
  return {
    rows: rows.map((row) => ({ key: row.key, ...toCounts(row) })),
    count: Number(rows[0]?.found ?? 0),
  };
}

/**
 * Ranks the top keys of many without reading quarters for all of them: the whole days that overlap the range
 * are an upper bound for each key, and exact sums are made of the highest by that bound only, and of those
 * whose bound reaches the lowest of these. Undefined if the bounds do not decide, because too many keys are
 * similar.
 */
async function rankByDays(
  db: Db,
  counted: CountedKeys,
  { range, by, limit, surplus = SPARE_KEYS }: RankQuery,
): Promise<{ rows: KeyCounts[]; count: number } | undefined> {
  const days = {
    ...range,
    from: range.from - (range.from % STATS_DAY),
    to: Math.ceil(range.to / STATS_DAY) * STATS_DAY,
  };
  const [within, elsewhere] = partitionCover(range, days);
  const { rows: bounds } = await sql<{ key: string; bound: number; found: number }>`
    WITH ${keysOf(counted, days)}, parts AS (${partsOf(db, counted, days)}), bounds AS MATERIALIZED (
      SELECT key, ${sql.raw(BOUNDS[by])} AS bound, ${isWithin(within)} AS is_within
      FROM parts GROUP BY key)
    SELECT key, bound, (
      SELECT count(*) FROM bounds AS counted WHERE is_within = 1${orHasRows(counted.scope, elsewhere)}) AS found
    FROM bounds ORDER BY bound DESC, key LIMIT ${limit + surplus + 1}`.execute(db);
  if (bounds.length === 0) return { rows: [], count: 0 };
  const count = Number(bounds[0]?.found);
  const sumUp = (some: typeof bounds) => {
    const keys = some.map(({ key }) => key);
    return rankExactly(db, { ...counted, keys }, { range, by, limit });
  };
  const top = bounds.slice(0, limit);
  let { rows } = await sumUp(top);
  const lowest = lowestOf(rows, limit, by);
  const rivals = bounds
    .slice(limit, limit + surplus)
    .filter(({ bound }) => Number(bound) >= lowest);
  if (rivals.length > 0) ({ rows } = await sumUp([...top, ...rivals]));
  const others = bounds[limit + surplus];
  const isDecided = others === undefined || lowestOf(rows, limit, by) > Number(others.bound);
  return isDecided ? { rows, count } : undefined;
}

/** Returns the rank of the last of the top keys; less than any while there are not as many. */
function lowestOf(rows: readonly KeyCounts[], limit: number, by: UsageRank): number {
  const last = rows[limit - 1];
  return last ? rankOf(last, by) : -Infinity;
}

function rankOf(counts: KeyCounts, by: UsageRank): number {
  if (by === 'quota') return counts.quota - counts.refunded;
  if (by === 'calls') return counts.calls + counts.failed;
  return by === 'tokens' ? counts.prompt_tokens + counts.completion_tokens : counts.failed;
}

/** Counts the keys that have calls in a range. */
export async function countUsageKeys(
  db: Db,
  counted: CountedKeys,
  range: QuarterRange,
): Promise<number> {
  if (isNothing(counted, range)) return 0;
  const cover = coverStatsRange(range);
  const longest = longestOf(cover);
  const others = cover.filter((part) => part !== longest);
  const { rows } = await sql<{ found: number }>`
    SELECT count(*) AS found FROM (
      SELECT key, ${isWithin([longest])} AS is_within
      FROM usage_stats WHERE ${touchedBy(counted, range, longest.span)} GROUP BY key) AS counted
    WHERE is_within = 1${orHasRows(counted.scope, others)}`.execute(db);
  return Number(rows[0]?.found ?? 0);
}

/** The longest span of a cover decides for most keys; an empty range of days if there are only quarters. */
function longestOf(cover: readonly CoverPart[]): CoverPart {
  return cover.find(({ span }) => span !== QUARTER) ?? { span: STATS_DAY, from: 0, to: 0 };
}

/** Parts of a range among the rows that make up `days`, and the other parts. */
function partitionCover(range: QuarterRange, days: QuarterRange): [CoverPart[], CoverPart[]] {
  const read = splitStatsRange(days).filter(({ sign }) => sign === 1);
  const isRead = ({ span, from, to }: CoverPart) =>
    read.some((part) => part.span === span && part.from <= from && part.to >= to);
  const cover = coverStatsRange(range);
  return [cover.filter(isRead), cover.filter((part) => !isRead(part))];
}

/** Selects 1 for keys with rows in one of the parts, else 0. */
function isWithin(parts: readonly CoverPart[]): RawBuilder<unknown> {
  if (parts.length === 0) return sql`0`;
  const arms = parts.map(
    ({ span, from, to }) => sql`(span = ${sql.lit(span)} AND start >= ${from} AND start < ${to})`,
  );
  return sql`max(CASE WHEN ${sql.join(arms, sql` OR `)} THEN 1 ELSE 0 END)`;
}

/** Also lets through keys of the table `counted` with rows in one of the parts, each looked up separately. */
function orHasRows(scope: UsageScope, parts: readonly CoverPart[]): RawBuilder<unknown> {
  const arms = parts.map(
    ({ span, from, to }) => sql` OR EXISTS (
      SELECT 1 FROM usage_stats AS stats
      WHERE stats.scope = ${scope} AND stats.span = ${sql.lit(span)} AND stats.key = counted.key
        AND stats.start >= ${from} AND stats.start < ${to})`,
  );
  return arms.length === 0 ? sql`` : sql.join(arms, sql``);
}
