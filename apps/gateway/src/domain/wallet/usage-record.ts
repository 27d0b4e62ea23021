import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { callOf, type CallTotals } from '../../store/log-totals.ts';
import type { LogsTable } from '../../store/schema.ts';
import {
  addCallToSlice,
  type CallTiming,
  emptySlice,
  outcomeOf,
  sliceKey,
  type UsageSlice,
} from '../../store/usage-stats.ts';

/** A row for the usage log; its id is assigned by the database. */
export type UsageLogRow = Omit<LogsTable, 'id'>;

/**
 * A finished call. `row.quota` is its price; `limited` means that its key has a limit, which pays too.
 * Unlogged records (LogConsumeEnabled off) are applied to the balances like all others but leave no row.
 */
export interface UsageRecord {
  readonly row: UsageLogRow;
  readonly limited: boolean;
  readonly logged: boolean;
  /** For the latency statistics. */
  readonly timing?: CallTiming | undefined;
}

/** A key's total usage, and when and where from it was last used. */
export interface ApiKeyTotal {
  quota: number;
  paid: number;
  lastUsedAt: number;
  lastIp: string;
}

/** Totals of finished calls, ready to be applied to the stored balances. */
export interface UsageTotals {
  users: Map<number, { quota: number; count: number }>;
  apiKeys: Map<number, ApiKeyTotal>;
  channels: Map<number, number>;
  hours: Map<string, HourlyUsage>;
  /** Failed calls, for the totals of the log. */
  failures: Map<string, CallTotals>;
  /** For the statistics, including failed calls. */
  slices: Map<string, UsageSlice>;
}

export interface HourlyUsage {
  hour: number;
  userId: number;
  username: string;
  modelName: string;
  channelId: number;
  apiKeyId: number;
  apiKeyName: string;
  group: string;
  count: number;
  quota: number;
  promptTokens: number;
  completionTokens: number;
  /** Calls that left no log row. */
  unloggedCount: number;
  unloggedQuota: number;
}

/** Returns the logged calls of all hours, for the totals of the log. */
export function loggedCalls({ hours, failures }: UsageTotals): CallTotals[] {
  const answered = [...hours.values()]
    .filter(({ count, unloggedCount }) => count > unloggedCount)
    .map((sum) => ({
      hour: sum.hour,
      userId: sum.userId,
      apiKeyName: sum.apiKeyName,
      modelName: sum.modelName,
      channelId: sum.channelId,
      group: sum.group,
      calls: sum.count - sum.unloggedCount,
      quota: sum.quota - sum.unloggedQuota,
      failed: 0,
    }));
  return [...answered, ...failures.values()];
}

export function emptyTotals(): UsageTotals {
  return {
    users: new Map(),
    apiKeys: new Map(),
    channels: new Map(),
    hours: new Map(),
    failures: new Map(),
    slices: new Map(),
  };
}

/** Adds one call to the totals. Failed calls are counted, but are not usage and change no balance. */
export function addToTotals(totals: UsageTotals, record: UsageRecord): void {
  const { row, limited, logged } = record;
  if (row.type === LOG_CONSUME || row.type === LOG_ERROR) addToSlice(totals.slices, record);
  if (row.type === LOG_ERROR && logged) addToFailures(totals.failures, row);
  if (row.type !== LOG_CONSUME) return;
  const paid = limited ? row.quota : 0;
  const user = totals.users.get(row.user_id);
  if (user) {
    user.quota += row.quota;
    user.count += 1;
  } else totals.users.set(row.user_id, { quota: row.quota, count: 1 });

  const apiKey = totals.apiKeys.get(row.token_id);
  if (apiKey) {
    apiKey.quota += row.quota;
    apiKey.paid += paid;
    if (row.created_at >= apiKey.lastUsedAt) {
      apiKey.lastUsedAt = row.created_at;
      apiKey.lastIp = row.ip;
    }
  } else
    totals.apiKeys.set(row.token_id, {
      quota: row.quota,
      paid,
      lastUsedAt: row.created_at,
      lastIp: row.ip,
    });

  totals.channels.set(row.channel_id, (totals.channels.get(row.channel_id) ?? 0) + row.quota);
  addToHour(totals.hours, row, logged);
}

function addToHour(hours: Map<string, HourlyUsage>, row: UsageLogRow, logged: boolean): void {
  const hour = hourOf(row);
  let key = `${hour}|${row.user_id}|${row.token_id}|${row.channel_id}|${row.group}|${row.model_name}`;
  let sum = hours.get(key);
  // The key was renamed within the hour.
  if (sum && sum.apiKeyName !== row.token_name) sum = hours.get((key += `|${row.token_name}`));
  if (!sum) {
    sum = emptyHour(hour, row);
    hours.set(key, sum);
  }
  addCall(sum, row, logged);
}

function addCall(sum: HourlyUsage, row: UsageLogRow, logged: boolean): void {
  sum.count += 1;
  sum.quota += row.quota;
  sum.promptTokens += row.prompt_tokens;
  sum.completionTokens += row.completion_tokens;
  if (logged) return;
  sum.unloggedCount += 1;
  sum.unloggedQuota += row.quota;
}

function addToFailures(failures: Map<string, CallTotals>, row: UsageLogRow): void {
  const call = callOf(row, 1);
  const key = `${call.hour}|${row.user_id}|${row.channel_id}|${row.group}|${row.model_name}|${row.token_name}`;
  const sum = failures.get(key);
  if (sum) sum.failed += 1;
  else failures.set(key, call);
}

function addToSlice(slices: Map<string, UsageSlice>, { row, timing }: UsageRecord): void {
  const key = sliceKey(row);
  let slice = slices.get(key);
  if (!slice) slices.set(key, (slice = emptySlice(row)));
  addCallToSlice(slice, row, outcomeOf(row), timing);
}

/** Returns the hourly usage of a single logged call. */
export function hourlyUsageOf(row: UsageLogRow): HourlyUsage {
  const usage = emptyHour(hourOf(row), row);
  addCall(usage, row, true);
  return usage;
}

function hourOf({ created_at: at }: UsageLogRow): number {
  return at - (at % 3600);
}

function emptyHour(hour: number, row: UsageLogRow): HourlyUsage {
  return {
    hour,
    userId: row.user_id,
    username: row.username,
    modelName: row.model_name,
    channelId: row.channel_id,
    apiKeyId: row.token_id,
    apiKeyName: row.token_name,
    group: row.group,
    count: 0,
    quota: 0,
    promptTokens: 0,
    completionTokens: 0,
    unloggedCount: 0,
    unloggedQuota: 0,
  };
}
