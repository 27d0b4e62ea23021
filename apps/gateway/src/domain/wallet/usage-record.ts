import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { callOf, type CallTotals } from '../../store/log-totals.ts';
import type { LogsTable } from '../../store/schema.ts';
import {
  addCallToSlice,
  type CallTiming,
  emptySlice,
  outcomeOf,
  quarterOf,
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
  /** The note of what its stream had delivered before, which this charge replaces. */
  readonly noteId?: string | undefined;
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
  /** By API key: the sums that its last call was added to. Most calls of a key are alike. */
  lastSums: Map<number, CallSums>;
}

/** Everything that a successful call is added to. */
interface CallSums {
  /** A call with these sums. */
  readonly row: UsageLogRow;
  readonly user: { quota: number; count: number };
  readonly apiKey: ApiKeyTotal;
  readonly hour: HourlyUsage;
  readonly slice: UsageSlice;
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
    lastSums: new Map(),
  };
}

/** Adds one call to the totals. Failed calls are counted, but are not usage and change no balance. */
export function addToTotals(totals: UsageTotals, record: UsageRecord): void {
  const { row } = record;
  if (row.type === LOG_CONSUME) addUsage(totals, record);
  else if (row.type === LOG_ERROR) {
    addCallToSlice(findSlice(totals.slices, row), row, outcomeOf(row), record.timing);
    if (record.logged) addToFailures(totals.failures, row);
  }
}

function addUsage(totals: UsageTotals, { row, limited, logged, timing }: UsageRecord): void {
  const sums = findSums(totals, row);
  const { user, apiKey } = sums;
  addCallToSlice(sums.slice, row, 'answered', timing);
  user.quota += row.quota;
  user.count += 1;
  apiKey.quota += row.quota;
  apiKey.paid += limited ? row.quota : 0;
  if (row.created_at >= apiKey.lastUsedAt) {
    apiKey.lastUsedAt = row.created_at;
    apiKey.lastIp = row.ip;
  }
  totals.channels.set(row.channel_id, (totals.channels.get(row.channel_id) ?? 0) + row.quota);
  addCall(sums.hour, row, logged);
}

/** Found without building their keys if the last call of the API key was alike. */
function findSums(totals: UsageTotals, row: UsageLogRow): CallSums {
  const last = totals.lastSums.get(row.token_id);
  if (last && isAlike(last.row, row)) return last;
  const sums = {
    row,
    user: findUser(totals.users, row),
    apiKey: findApiKey(totals.apiKeys, row),
    hour: findHour(totals.hours, row),
    slice: findSlice(totals.slices, row),
  };
  totals.lastSums.set(row.token_id, sums);
  return sums;
}

/** Whether two calls of an API key are added to the same sums. */
function isAlike(one: UsageLogRow, other: UsageLogRow): boolean {
  return (
    one.user_id === other.user_id &&
    one.channel_id === other.channel_id &&
    one.model_name === other.model_name &&
    one.group === other.group &&
    one.token_name === other.token_name &&
    quarterOf(one) === quarterOf(other)
  );
}

function findUser(users: UsageTotals['users'], { user_id: id }: UsageLogRow): CallSums['user'] {
  let user = users.get(id);
  if (!user) users.set(id, (user = { quota: 0, count: 0 }));
  return user;
}

function findApiKey(apiKeys: UsageTotals['apiKeys'], row: UsageLogRow): ApiKeyTotal {
  let apiKey = apiKeys.get(row.token_id);
  if (!apiKey) {
    apiKey = { quota: 0, paid: 0, lastUsedAt: row.created_at, lastIp: row.ip };
    apiKeys.set(row.token_id, apiKey);
  }
  return apiKey;
}

function findHour(hours: UsageTotals['hours'], row: UsageLogRow): HourlyUsage {
  const hour = hourOf(row);
  let key = `${hour}|${row.user_id}|${row.token_id}|${row.channel_id}|${row.group}|${row.model_name}`;
  let sum = hours.get(key);
  // The key was renamed within the hour.
  if (sum && sum.apiKeyName !== row.token_name) sum = hours.get((key += `|${row.token_name}`));
  if (!sum) hours.set(key, (sum = emptyHour(hour, row)));
  return sum;
}

function findSlice(slices: UsageTotals['slices'], row: UsageLogRow): UsageSlice {
  const key = sliceKey(row);
  let slice = slices.get(key);
  if (!slice) slices.set(key, (slice = emptySlice(row)));
  return slice;
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
