import { sql } from 'kysely';
import type { QuarterRange } from './split-stats-range.ts';
import { addLatencies, addStoredLatencies, type LatencyHistogram } from './latency-histogram.ts';
import type { Db } from './schema.ts';
import { QUARTER, STATS_DAY } from './usage-stats.ts';
import {
  COUNTS,
  type CountedKeys,
  isNothing,
  type KeyCounts,
  keysOf,
  partsOf,
  SUMS,
  toCounts,
  type UsageCounts,
} from './usage-stats-parts.ts';
import { rowsOfParts, splitIntervals } from './usage-stats-pieces.ts';

/** Histograms of a group one after another, which adding them up reads like one. */
const HISTOGRAMS = sql.raw(
  ['first_token', 'total']
    .map((name) => `string_agg(nullif(${name}, ''), ',') AS ${name}`)
    .join(', '),
);

/** Sums all counted keys of a range together. */
export async function sumUsageCounts(
  db: Db,
  counted: CountedKeys,
  range: QuarterRange,
): Promise<UsageCounts> {
  if (isNothing(counted, range)) return toCounts({});
  const { rows } = await sql<Partial<UsageCounts>>`
    WITH ${keysOf(counted, range)}, parts AS (${partsOf(db, counted, range)})
    SELECT ${SUMS} FROM parts`.execute(db);
  return toCounts(rows[0] ?? {});
}

/** Sums of calls, with their durations. */
export type TimedCounts = UsageCounts & { latencies: Latencies };

/** Sums all counted keys of a range together, with the durations of their calls. */
export async function sumTimedUsage(
  db: Db,
  counted: CountedKeys,
  range: QuarterRange,
): Promise<TimedCounts> {
  const sums = noTimedCounts();
  if (isNothing(counted, range)) return sums;
  const { rows } = await sql<StoredSums & { sign: 1 | -1 }>`
    WITH ${keysOf(counted, range)}, parts AS (${partsOf(db, counted, range)})
    SELECT sign, ${SUMS}, ${HISTOGRAMS} FROM parts GROUP BY sign`.execute(db);
  for (const row of rows) {
    addCounts(sums, row, 1);
    addHistograms(sums.latencies, row, row.sign);
  }
  return sums;
}

/**
 * Sums all counted keys together in each of several consecutive intervals, with the durations of their calls;
 * intervals without rows are left out.
 */
export async function readUsageTimeline(
  db: Db,
  counted: CountedKeys,
  edges: readonly number[],
): Promise<Map<number, TimedCounts>> {
  const sums = new Map<number, TimedCounts>();
  const range = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  if (isNothing(counted, range)) return sums;
  const parts = splitIntervals(edges);
  const { rows } = await sql<StoredSums & { part: number }>`
    WITH ${keysOf(counted, range)}, stats AS (${rowsOfParts(db, counted, parts)})
    SELECT part, ${SUMS}, ${HISTOGRAMS} FROM stats GROUP BY part`.execute(db);
  for (const row of rows)
    for (const { interval, sign } of parts[Number(row.part)]?.uses ?? []) {
      let sum = sums.get(interval);
      if (!sum) sums.set(interval, (sum = noTimedCounts()));
      addCounts(sum, row, sign);
      addHistograms(sum.latencies, row, sign);
    }
  return sums;
}

/** Sums the intervals of a timeline: those of a whole range are its total. */
export function sumTimeline(timeline: ReadonlyMap<number, TimedCounts>): TimedCounts {
  const sums = noTimedCounts();
  for (const interval of timeline.values()) {
    addCounts(sums, interval, 1);
    addLatencies(sums.latencies.firstToken, interval.latencies.firstToken);
    addLatencies(sums.latencies.total, interval.latencies.total);
  }
  return sums;
}

/** Sums keys in each of several consecutive intervals; intervals without calls are left out. */
export async function readUsagePieces(
  db: Db,
  counted: CountedKeys,
  edges: readonly number[],
): Promise<(KeyCounts & { piece: number })[]> {
  const range = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  if (isNothing(counted, range)) return [];
  const parts = splitIntervals(edges);
  const { rows } = await sql<KeyCounts & { part: number }>`
    WITH ${keysOf(counted, range)}, stats AS (${rowsOfParts(db, counted, parts)})
    SELECT part, key, ${SUMS} FROM stats GROUP BY part, key`.execute(db);
  const sums = new Map<string, KeyCounts & { piece: number }>();
  for (const row of rows)
    for (const { interval, sign } of parts[Number(row.part)]?.uses ?? []) {
      const sumKey = `${interval} ${row.key}`;
      const sum = sums.get(sumKey) ?? { piece: interval, key: row.key, ...toCounts({}) };
      addCounts(sum, row, sign);
      sums.set(sumKey, sum);
    }
  return [...sums.values()]
    .filter((sum) => COUNTS.some((name) => sum[name] !== 0))
    .sort((left, right) => left.piece - right.piece);
}

/** Sums each counted key on each day (UTC) since one; days without calls are left out. */
export async function readUsageDays(
  db: Db,
  { scope, keys }: Omit<CountedKeys, 'prefix'>,
  from: number,
): Promise<(KeyCounts & { start: number })[]> {
  if (keys?.length === 0) return [];
  let query = db
    .selectFrom('usage_stats')
    .select(['key', 'start', ...COUNTS])
    .where('scope', '=', scope)
    .where('span', '=', STATS_DAY)
    .where('start', '>=', from);
  if (keys) query = query.where('key', 'in', keys);
  const rows = await query.execute();
  return rows.map((row) => ({ key: row.key, start: row.start, ...toCounts(row) }));
}

/** Durations of calls: to the first token, and in total. */
export interface Latencies {
  firstToken: LatencyHistogram;
  total: LatencyHistogram;
}

/** Reads the durations of each key's calls in a range. */
export async function readLatencies(
  db: Db,
  counted: CountedKeys,
  range: QuarterRange,
): Promise<Map<string, Latencies>> {
  const byKey = new Map<string, Latencies>();
  if (isNothing(counted, range)) return byKey;
  const { rows } = await sql<StoredLatencies & { key: string; sign: 1 | -1 }>`
    WITH ${keysOf(counted, range)}, parts AS (${partsOf(db, counted, range)})
    SELECT key, first_token, total, sign FROM parts`.execute(db);
  for (const row of rows) {
    let sum = byKey.get(row.key);
    if (!sum) byKey.set(row.key, (sum = noLatencies()));
    addHistograms(sum, row, row.sign);
  }
  return byKey;
}

interface StoredLatencies {
  /** A histogram, or several one after another; null for none. */
  first_token: string | null;
  total: string | null;
}

type StoredSums = KeyCounts & StoredLatencies;

const noLatencies = (): Latencies => ({ firstToken: new Map(), total: new Map() });
const noTimedCounts = (): TimedCounts => ({ ...toCounts({}), latencies: noLatencies() });

function addCounts(sum: UsageCounts, row: UsageCounts, sign: 1 | -1): void {
  for (const name of COUNTS) sum[name] += sign * Number(row[name]);
}

function addHistograms(
  sum: Latencies,
  { first_token, total }: StoredLatencies,
  sign: 1 | -1,
): void {
  addStoredLatencies(sum.firstToken, first_token ?? '', sign);
  addStoredLatencies(sum.total, total ?? '', sign);
}

/** Counts answered and failed calls in the current quarter of an hour and the previous one. */
export async function countRecentFailures(
  db: Db,
  now: number,
): Promise<{ answered: number; failed: number }> {
  const row = await db
    .selectFrom('usage_stats')
    .select([
      sql<number>`coalesce(sum(calls), 0)`.as('answered'),
      sql<number>`coalesce(sum(failed), 0)`.as('failed'),
    ])
    .where('scope', '=', 'all')
    .where('span', '=', QUARTER)
    .where('key', '=', '')
    .where('start', '>=', (Math.floor(now / QUARTER) - 1) * QUARTER)
    .executeTakeFirstOrThrow();
  return { answered: Number(row.answered), failed: Number(row.failed) };
}
