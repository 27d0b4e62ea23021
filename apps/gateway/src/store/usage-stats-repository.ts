import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import {
  coverStatsRange,
  cutStatsRange,
  type QuarterRange,
  type StatsPart,
} from './cut-stats-range.ts';
import { addStoredLatencies, type LatencyHistogram } from './latency-histogram.ts';
import type { Database } from './schema.ts';
import { QUARTER, STATS_DAY } from './usage-stats.ts';
import type { UsageScope } from './usage-stats-table.ts';

type Db = Kysely<Database>;

/** Counted calls: quota before refunds, refunds by themselves. */
export interface UsageCounts {
  calls: number;
  failed: number;
  quota: number;
  refunded: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** What is counted: all keys of a scope, some, or those that begin with a prefix. */
export interface CountedKeys {
  scope: UsageScope;
  keys?: readonly string[] | undefined;
  prefix?: string | undefined;
}

const COUNTS = [
  'calls',
  'failed',
  'quota',
  'refunded',
  'prompt_tokens',
  'completion_tokens',
] as const satisfies readonly (keyof UsageCounts)[];

const SUMS = sql.raw(COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', '));
const NAMES = { [1]: namesOf(1), [-1]: namesOf(-1) };
/** What was added and taken away again is no key of the range. */
const IS_SOMETHING = sql.raw(COUNTS.map((name) => `sum(${name}) <> 0`).join(' OR '));

/** What keys are ranked by. */
export type UsageRank = 'quota' | 'calls' | 'tokens' | 'failed';
const RANKS: Readonly<Record<UsageRank, string>> = {
  quota: 'sum(quota) - sum(refunded)',
  calls: 'sum(calls) + sum(failed)',
  tokens: 'sum(prompt_tokens) + sum(completion_tokens)',
  failed: 'sum(failed)',
};

export type KeyCounts = UsageCounts & { key: string };

/** The greatest keys of a range, and how many there are in all. */
export async function rankUsage(
  db: Db,
  counted: CountedKeys,
  { range, by, limit }: { range: QuarterRange; by: UsageRank; limit: number },
): Promise<{ rows: KeyCounts[]; count: number }> {
  if (isNothing(counted, range)) return { rows: [], count: 0 };
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

/** How many keys have calls in a range. */
export async function countUsageKeys(
  db: Db,
  { scope, keys, prefix }: CountedKeys,
  range: QuarterRange,
): Promise<number> {
  if (isNothing({ scope, keys }, range)) return 0;
  const parts = coverStatsRange(range);
  const days = parts.find(({ span }) => span === STATS_DAY) ?? { from: 0, to: 0 };
  // Only a key that no whole day has is looked up in the quarters.
  const inQuarters = parts
    .filter(({ span }) => span === QUARTER)
    .map(
      ({ from, to }) => sql`OR EXISTS (
        SELECT 1 FROM usage_stats AS stats
        WHERE stats.scope = ${scope} AND stats.span = ${sql.lit(QUARTER)} AND stats.key = counted.key
          AND stats.start >= ${from} AND stats.start < ${to})`,
    );
  const { rows } = await sql<{ found: number }>`
    SELECT count(*) AS found FROM (
      SELECT key, max(CASE WHEN start >= ${days.from} AND start < ${days.to} THEN 1 ELSE 0 END) AS in_days
      FROM usage_stats WHERE ${daysOf({ scope, keys, prefix }, range)} GROUP BY key) AS counted
    WHERE in_days = 1 ${sql.join(inQuarters, sql` `)}`.execute(db);
  return Number(rows[0]?.found ?? 0);
}

/** What all counted keys of a range come to together. */
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

/** What keys come to in each of some pieces of time (in order, without gaps); pieces without calls are left out. */
export async function readUsagePieces(
  db: Db,
  counted: CountedKeys,
  edges: readonly number[],
): Promise<(KeyCounts & { piece: number })[]> {
  const range = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  if (isNothing(counted, range)) return [];
  const pieces = edges
    .slice(1)
    .map(
      (end, piece) => sql`(${sql.lit(piece)}, ${sql.lit(edges[piece] as number)}, ${sql.lit(end)})`,
    );
  const { rows } = await sql<KeyCounts & { piece: number }>`
    WITH ${keysOf(counted, range)}, pieces (piece, begins, ends) AS (VALUES ${sql.join(pieces)})
    SELECT pieces.piece, stats.key, ${SUMS}
    FROM counted CROSS JOIN pieces CROSS JOIN usage_stats AS stats
    WHERE stats.scope = ${counted.scope} AND stats.span = ${sql.lit(QUARTER)} AND stats.key = counted.key
      AND stats.start >= pieces.begins AND stats.start < pieces.ends
      AND stats.start >= ${range.from} AND stats.start < ${range.to}
    GROUP BY pieces.piece, stats.key ORDER BY pieces.piece`.execute(db);
  return rows.map((row) => ({ piece: Number(row.piece), key: row.key, ...toCounts(row) }));
}

/** What each counted key comes to on each day (UTC) from one on; days without calls are left out. */
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

/** How long calls took: to the first token, and as a whole. */
export interface Latencies {
  firstToken: LatencyHistogram;
  total: LatencyHistogram;
}

/** How long the calls of each key of a range took. */
export async function readLatencies(
  db: Db,
  counted: CountedKeys,
  range: QuarterRange,
): Promise<Map<string, Latencies>> {
  const byKey = new Map<string, Latencies>();
  if (isNothing(counted, range)) return byKey;
  const { rows } = await sql<{ key: string; first_token: string; total: string; sign: number }>`
    WITH ${keysOf(counted, range)}, parts AS (${partsOf(db, counted, range)})
    SELECT key, first_token, total, sign FROM parts`.execute(db);
  for (const row of rows) addRow(byKey, row.key, row);
  return byKey;
}

/** How long the calls of some keys together took, in each of some pieces of time. */
export async function readLatencyPieces(
  db: Db,
  counted: CountedKeys,
  edges: readonly number[],
): Promise<Map<number, Latencies>> {
  const byPiece = new Map<number, Latencies>();
  const range = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  if (isNothing(counted, range)) return byPiece;
  const { rows } = await sql<{ start: number; first_token: string; total: string }>`
    WITH ${keysOf(counted, range)}
    SELECT stats.start, stats.first_token, stats.total FROM counted CROSS JOIN usage_stats AS stats
    WHERE stats.scope = ${counted.scope} AND stats.span = ${sql.lit(QUARTER)} AND stats.key = counted.key
      AND stats.start >= ${range.from} AND stats.start < ${range.to} AND stats.total <> ''
    ORDER BY stats.start`.execute(db);
  let piece = 0;
  for (const row of rows) {
    while (row.start >= (edges[piece + 1] ?? Infinity)) piece += 1;
    addRow(byPiece, piece, row);
  }
  return byPiece;
}

function addRow<Key>(
  sums: Map<Key, Latencies>,
  key: Key,
  { first_token, total, sign = 1 }: { first_token: string; total: string; sign?: number },
): void {
  let sum = sums.get(key);
  if (!sum) sums.set(key, (sum = { firstToken: new Map(), total: new Map() }));
  addStoredLatencies(sum.firstToken, first_token, sign);
  addStoredLatencies(sum.total, total, sign);
}

function isNothing({ keys }: CountedKeys, { from, to }: QuarterRange): boolean {
  return from >= to || keys?.length === 0;
}

/**
 * The keys that are counted, as the common table `counted`: few, each looked up by itself in what is
 * long. Those of a whole scope stand in its rows of days.
 */
function keysOf(counted: CountedKeys, range: QuarterRange): RawBuilder<unknown> {
  const { keys } = counted;
  if (keys)
    return sql`counted (key) AS (VALUES ${sql.join(keys.map((key) => sql`(cast(${key} AS text))`))})`;
  return sql`counted (key) AS MATERIALIZED (
    SELECT DISTINCT key FROM usage_stats WHERE ${daysOf(counted, range)})`;
}

/** What is true of the rows of days that a range touches. */
function daysOf(
  { scope, keys, prefix }: CountedKeys,
  { from, to }: Pick<QuarterRange, 'from' | 'to'>,
): RawBuilder<unknown> {
  const among = keys ? sql` AND key IN (${sql.join(keys)})` : sql``;
  // The character after a prefix's last one bounds what begins with it.
  const begins = prefix
    ? sql` AND key >= ${prefix} AND key < ${prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)}`
    : sql``;
  return sql`scope = ${scope} AND span = ${sql.lit(STATS_DAY)} AND start >= ${from - (from % STATS_DAY)} AND start < ${to}${among}${begins}`;
}

/**
 * The rows of the counted keys that a range is made of, those that are taken away with a minus before their
 * counts. Where an index has days in their order, all keys are read from day to day instead of key by key.
 */
function partsOf(db: Db, counted: CountedKeys, range: QuarterRange): RawBuilder<unknown> {
  const { scope, keys, prefix } = counted;
  const hasDaysInOrder = db.getExecutor().adapter instanceof PostgresAdapter;
  const ofAll = hasDaysInOrder && !keys && !prefix;
  const parts = cutStatsRange(range).map((part) => {
    const { span, from, to, sign } = part;
    const ofDay = sql`(SELECT DISTINCT key FROM usage_stats WHERE ${daysOf(counted, part)}) AS counted`;
    const isKeyed = !ofAll || span === QUARTER;
    return sql`
      SELECT stats.key, ${NAMES[sign]}, stats.first_token, stats.total, ${sql.lit(sign)} AS sign
      FROM ${isKeyed ? sql`${ofAll ? ofDay : sql`counted`} CROSS JOIN ` : sql``}usage_stats AS stats
      WHERE stats.scope = ${scope} AND stats.span = ${sql.lit(span)}
        AND stats.start >= ${from} AND stats.start < ${to}
        ${isKeyed ? sql`AND stats.key = counted.key` : sql``}${part.isEmpty ? andSomebodyCalled(part) : sql``}`;
  });
  return sql.join(parts, sql` UNION ALL `);
}

/** Asked once for all keys, which need not be looked up where nobody has called. */
function andSomebodyCalled({ span, from, to }: StatsPart): RawBuilder<unknown> {
  return sql` AND EXISTS (
    SELECT 1 FROM usage_stats WHERE scope = 'all' AND span = ${sql.lit(span)} AND key = ''
      AND start >= ${from} AND start < ${to})`;
}

function namesOf(sign: 1 | -1): RawBuilder<unknown> {
  return sql.raw(COUNTS.map((name) => `${sign} * stats.${name} AS ${name}`).join(', '));
}

/** PostgreSQL answers sums as text, and none as null. */
function toCounts(row: Partial<Record<keyof UsageCounts, unknown>>): UsageCounts {
  return Object.fromEntries(
    COUNTS.map((name) => [name, Number(row[name] ?? 0)]),
  ) as unknown as UsageCounts;
}

/** Calls that were answered and that failed in the quarter of an hour that runs and the one before. */
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
