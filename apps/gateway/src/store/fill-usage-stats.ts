import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import {
  addCallToSlice,
  type CallOutcome,
  emptySlice,
  outcomeOf,
  QUARTER,
  type SliceRow,
  sliceKey,
  STATS_DAY,
  type UsageSlice,
} from './usage-stats.ts';
import { addUsageStats } from './usage-stats-writer.ts';

const HOUR = 3600;
/** Weeks have their own migration. */
const SPANS = [QUARTER, STATS_DAY] as const;
/** Log rows in memory at once. */
const ROWS_AT_ONCE = 5000;

/**
 * Builds the statistics from scratch, day by day, in steps of bounded memory: from the log, and for what left
 * no row in it (deleted, never logged, refunded) from the hourly sums, dated at the start of their hour. On
 * SQLite the log is the journal: rows above the watermark are added when they are applied.
 */
export async function fillUsageStats(db: Db, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(db);
  await sql`DELETE FROM usage_stats`.execute(db);
  const applied = kind === 'sqlite' ? await readWatermark(db) : Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<Record<'oldest' | 'newest', number | null>>`
    SELECT min(oldest) AS oldest, max(newest) AS newest FROM (
      SELECT min(created_at) AS oldest, max(created_at) AS newest FROM logs
      UNION ALL SELECT min(hour), max(hour) FROM usage_hourly) AS ends`.execute(db);
  const { oldest, newest } = rows[0] ?? { oldest: null, newest: null };
  if (oldest === null || newest === null) return;
  for (let day = oldest - (oldest % STATS_DAY); day <= newest; day += STATS_DAY)
    await addUsageStats(db, (await collectDay(db, day, applied)).values(), SPANS);
}

async function readWatermark(db: Db): Promise<number> {
  const { rows } = await sql<{ upTo: number }>`
    SELECT coalesce(max(applied_log_id), 0) AS "upTo" FROM nodes`.execute(db);
  return rows[0]?.upTo ?? 0;
}

async function collectDay(db: Db, day: number, applied: number): Promise<Map<string, UsageSlice>> {
  const slices = new Map<string, UsageSlice>();
  const logged = new Map<string, UsageSlice>();
  for await (const { outcome, first_ms: firstTokenMs, total_ms: totalMs, ...row } of readDay(
    db,
    day,
    applied,
  )) {
    const timing = { firstTokenMs: firstTokenMs ?? undefined, totalMs: totalMs ?? undefined };
    addCallToSlice(sliceOf(slices, row), row, outcome, timing);
    // Also by hour, to compare with the hourly sums.
    addCallToSlice(sliceOf(logged, { ...row, created_at: hourOf(row) }), row, outcome);
  }
  await addUnlogged(db, day, { slices, logged });
  return slices;
}

function sliceOf(slices: Map<string, UsageSlice>, row: SliceRow): UsageSlice {
  const key = sliceKey(row);
  let slice = slices.get(key);
  if (!slice) slices.set(key, (slice = emptySlice(row)));
  return slice;
}

const hourOf = ({ created_at: at }: SliceRow) => at - (at % HOUR);

interface TimedRow extends SliceRow {
  outcome: CallOutcome;
  first_ms: number | null;
  total_ms: number | null;
}

/**
 * Yields a day's calls. Rows written before `total_ms` existed only have whole seconds; tasks and batches
 * have no duration.
 */
async function* readDay(db: Db, day: number, applied: number): AsyncGenerator<TimedRow> {
  let after = { at: day, id: -1 };
  for (;;) {
    const { rows } = await sql<
      SliceRow & { id: number; type: number; use_time: number; other: string }
    >`
      SELECT id, created_at, type, user_id, token_id, channel_id, model_name, "group", quota, prompt_tokens,
        completion_tokens, use_time, other
      FROM logs
      WHERE created_at >= ${after.at} AND created_at < ${day + STATS_DAY}
        AND (created_at > ${after.at} OR id > ${after.id})
      ORDER BY created_at, id LIMIT ${ROWS_AT_ONCE}`.execute(db);
    for (const { id, use_time: seconds, other, ...row } of rows)
      if ((row.type === LOG_CONSUME || row.type === LOG_ERROR) && id <= applied)
        yield { ...row, outcome: outcomeOf({ ...row, other }), ...timesOf(other, seconds) };
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = { at: last.created_at, id: last.id };
  }
}

function timesOf(other: string, seconds: number): Pick<TimedRow, 'first_ms' | 'total_ms'> {
  const first = /"frt":(\d+)/.exec(other)?.[1];
  const total = /"total_ms":(\d+)/.exec(other)?.[1];
  const isCall = total !== undefined || first !== undefined || seconds > 0;
  return {
    first_ms: first === undefined ? null : Number(first),
    total_ms: isCall ? Number(total ?? Math.max(seconds * 1000, Number(first ?? 0))) : null,
  };
}

/** Adds what only the hourly sums have: calls without a log row, and refunds. */
async function addUnlogged(
  db: Db,
  day: number,
  { slices, logged }: Record<'slices' | 'logged', Map<string, UsageSlice>>,
): Promise<void> {
  const { rows } = await sql<SliceRow & { calls: number }>`
    SELECT hour AS created_at, user_id, token_id, channel_id, model_name, "group", request_count AS calls,
      quota, prompt_tokens, completion_tokens
    FROM usage_hourly WHERE hour >= ${day} AND hour < ${day + STATS_DAY}`.execute(db);
  for (const row of rows) {
    const known = logged.get(sliceKey(row));
    const remainder = {
      calls: Math.max(0, row.calls - (known?.calls ?? 0)),
      quota: row.quota - (known?.quota ?? 0),
      promptTokens: Math.max(0, row.prompt_tokens - (known?.promptTokens ?? 0)),
      completionTokens: Math.max(0, row.completion_tokens - (known?.completionTokens ?? 0)),
    };
    if (remainder.calls === 0 && remainder.quota === 0) continue;
    const slice = sliceOf(slices, row);
    slice.calls += remainder.calls;
    if (remainder.quota < 0) slice.refunded -= remainder.quota;
    else slice.quota += remainder.quota;
    slice.promptTokens += remainder.promptTokens;
    slice.completionTokens += remainder.completionTokens;
  }
}
