import { LOG_ERROR } from '@tollgate/contract';
import {
  addLatencies,
  countLatency,
  type LatencyHistogram,
  writeLatencies,
} from './latency-histogram.ts';
import type { UsageScope, UsageStatsTable } from './usage-stats-table.ts';

export const QUARTER = 900;
export const STATS_DAY = 86_400;
/** Weeks begin on Thursday, as 1970 did. */
export const STATS_WEEK = 7 * STATS_DAY;
/** Periods that a row of the statistics sums up, in seconds: each is a multiple of the previous ones. */
export const STATS_SPANS = [QUARTER, STATS_DAY, STATS_WEEK] as const;
export type StatsSpan = (typeof STATS_SPANS)[number];

/** Sums of similar calls of one quarter of an hour. */
export interface UsageSlice {
  /** Its first second. */
  quarter: number;
  userId: number;
  apiKeyId: number;
  channelId: number;
  modelName: string;
  group: string;
  calls: number;
  failed: number;
  /** Failed calls that were not the caller's fault. */
  faults: number;
  quota: number;
  refunded: number;
  promptTokens: number;
  completionTokens: number;
  firstToken: LatencyHistogram;
  total: LatencyHistogram;
}

/** Who a call was for and where it went, from its log row. */
export interface SliceRow {
  created_at: number;
  user_id: number;
  token_id: number;
  channel_id: number;
  model_name: string;
  group: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** Durations of a call, in milliseconds. */
export interface CallTiming {
  /** Undefined if there was no stream. */
  firstTokenMs?: number | undefined;
  totalMs?: number | undefined;
}

/** Returns the first second of a call's quarter of an hour. */
export function quarterOf({ created_at: at }: Pick<SliceRow, 'created_at'>): number {
  return at - (at % QUARTER);
}

export function sliceKey(row: SliceRow): string {
  return `${quarterOf(row)}|${row.user_id}|${row.token_id}|${row.channel_id}|${row.group}|${row.model_name}`;
}

export function emptySlice(
  row: Omit<SliceRow, 'quota' | 'prompt_tokens' | 'completion_tokens'>,
): UsageSlice {
  return {
    quarter: quarterOf(row),
    userId: row.user_id,
    apiKeyId: row.token_id,
    channelId: row.channel_id,
    modelName: row.model_name,
    group: row.group,
    calls: 0,
    failed: 0,
    faults: 0,
    quota: 0,
    refunded: 0,
    promptTokens: 0,
    completionTokens: 0,
    firstToken: new Map(),
    total: new Map(),
  };
}

/**
 * A status for which the gateway or an upstream is responsible, in the details of a failed call as
 * recordFailure writes them.
 */
const FAULT = /^\{"request_path":"(?:[^"\\]|\\.)*","error_code":"[^"]*","status":(?:5\d\d|429)\b/;

/**
 * The outcome of a call: a fault is a failure after an upstream was called that was not the caller's fault.
 */
export type CallOutcome = 'answered' | 'failed' | 'fault';

/** Returns the outcome of a logged call. */
export function outcomeOf({
  type,
  channel_id: channelId,
  other,
}: {
  type: number;
  channel_id: number;
  other: string;
}): CallOutcome {
  if (type !== LOG_ERROR) return 'answered';
  return channelId > 0 && FAULT.test(other) ? 'fault' : 'failed';
}

/** Counts a call by its log row. */
export function addCallToSlice(
  slice: UsageSlice,
  row: SliceRow,
  outcome: CallOutcome,
  { firstTokenMs, totalMs }: CallTiming = {},
): void {
  if (outcome !== 'answered') {
    slice.failed += 1;
    if (outcome === 'fault') slice.faults += 1;
    return;
  }
  slice.calls += 1;
  slice.quota += row.quota;
  slice.promptTokens += row.prompt_tokens;
  slice.completionTokens += row.completion_tokens;
  if (firstTokenMs !== undefined) countLatency(slice.firstToken, firstTokenMs);
  if (totalMs !== undefined) countLatency(slice.total, totalMs);
}

/** A row to be added, with its histograms not yet serialized. */
type Sum = Omit<UsageStatsTable, 'first_token' | 'total'> & {
  firstToken: LatencyHistogram;
  total: LatencyHistogram;
};

/**
 * Returns the changes that slices make to the statistics: a row by quarter, day and week for each scope, in
 * key order.
 */
export function spreadSlices(
  slices: Iterable<UsageSlice>,
  spans: readonly StatsSpan[] = STATS_SPANS,
): UsageStatsTable[] {
  const sums = new Map<string, Sum>();
  for (const slice of slices)
    for (const [scope, key] of scopesOf(slice))
      for (const span of spans) {
        const start = slice.quarter - (slice.quarter % span);
        const sumKey = `${scope}\n${span}\n${key}\n${start}`;
        let sum = sums.get(sumKey);
        if (!sum) sums.set(sumKey, (sum = emptySum({ scope, span, key, start })));
        addSlice(sum, slice, scope === 'served' ? slice.faults : slice.failed);
      }
  // In a fixed order, so that concurrent writers can't deadlock.
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { firstToken, total, ...sum }]) => ({
      ...sum,
      first_token: writeLatencies(firstToken),
      total: writeLatencies(total),
    }));
}

function scopesOf(slice: UsageSlice): [UsageScope, string][] {
  return [
    ['all', ''],
    ['model', slice.modelName],
    ['channel', String(slice.channelId)],
    ['user', String(slice.userId)],
    ['key', String(slice.apiKeyId)],
    ['group', slice.group],
    ['user_model', `${slice.userId}\n${slice.modelName}`],
    // Leaves out names that callers made up.
    ...(slice.calls + slice.faults > 0
      ? [['served', slice.modelName] as [UsageScope, string]]
      : []),
  ];
}

function emptySum(key: Pick<UsageStatsTable, 'scope' | 'span' | 'key' | 'start'>): Sum {
  return {
    ...key,
    calls: 0,
    failed: 0,
    quota: 0,
    refunded: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    firstToken: new Map(),
    total: new Map(),
  };
}

function addSlice(sum: Sum, slice: UsageSlice, failed: number): void {
  sum.calls += slice.calls;
  sum.failed += failed;
  sum.quota += slice.quota;
  sum.refunded += slice.refunded;
  sum.prompt_tokens += slice.promptTokens;
  sum.completion_tokens += slice.completionTokens;
  addLatencies(sum.firstToken, slice.firstToken);
  addLatencies(sum.total, slice.total);
}
