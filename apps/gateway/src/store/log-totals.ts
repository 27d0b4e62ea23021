import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import type { Insertable, Selectable } from 'kysely';
import type { LogSumsTable } from './log-sums-table.ts';
import type { LogsTable } from './schema.ts';

/** A row of the sums. */
type LogSum = Selectable<LogSumsTable>;

/** Similar logged calls of one hour. Negative numbers subtract calls. */
export interface CallTotals {
  /** Seconds. */
  hour: number;
  userId: number;
  apiKeyName: string;
  modelName: string;
  channelId: number;
  group: string;
  /** Calls that were answered. */
  calls: number;
  quota: number;
  failed: number;
}

/** Returns whether a row of the log is a call, answered or failed. */
export function isCall({ type }: Pick<Insertable<LogsTable>, 'type'>): boolean {
  return type === LOG_CONSUME || type === LOG_ERROR;
}

/** Converts a log row to a call to be added (1) or subtracted (-1). */
export function callOf(
  row: Pick<
    Insertable<LogsTable>,
    | 'created_at'
    | 'type'
    | 'user_id'
    | 'token_name'
    | 'model_name'
    | 'channel_id'
    | 'group'
    | 'quota'
  >,
  sign: 1 | -1,
): CallTotals {
  return {
    hour: row.created_at - (row.created_at % HOUR),
    userId: row.user_id,
    apiKeyName: row.token_name,
    modelName: row.model_name,
    channelId: row.channel_id,
    group: row.group,
    calls: row.type === LOG_CONSUME ? sign : 0,
    quota: row.type === LOG_CONSUME ? sign * row.quota : 0,
    failed: row.type === LOG_ERROR ? sign : 0,
  };
}

export const HOUR = 3600;
export const DAY = 86_400;

/** Returns the changes that calls make to the sums of the log: a row by hour and by day for each scope. */
export function spreadCalls(calls: Iterable<CallTotals>): LogSum[] {
  const rows = new Map<string, LogSum>();
  for (const group of calls) {
    const user = String(group.userId);
    const route = `${group.modelName}\n${group.channelId}\n${group.group}`;
    for (const span of [HOUR, DAY]) {
      const start = group.hour - (group.hour % span);
      const suffix = `${span}\n${start}\n${route}`;
      addTo(
        rows,
        `all\n\n${suffix}`,
        { scope: 'all', key: '', span, start, apiKeyName: '' },
        group,
      );
      addTo(
        rows,
        `token\n${group.apiKeyName}\n${suffix}`,
        { scope: 'token', key: group.apiKeyName, span, start, apiKeyName: '' },
        group,
      );
      addTo(
        rows,
        `user\n${user}\n${group.apiKeyName}\n${suffix}`,
        { scope: 'user', key: user, span, start, apiKeyName: group.apiKeyName },
        group,
      );
    }
  }
  return [...rows.values()];
}

type SumKey = Pick<LogSum, 'scope' | 'key' | 'span' | 'start'> & { apiKeyName: string };

function addTo(
  rows: Map<string, LogSum>,
  name: string,
  { scope, key, span, start, apiKeyName }: SumKey,
  { modelName, channelId, group, calls, quota, failed }: CallTotals,
): void {
  const row = rows.get(name);
  if (row) {
    row.calls += calls;
    row.quota += quota;
    row.failed += failed;
    return;
  }
  rows.set(name, {
    scope,
    key,
    span,
    start,
    token_name: apiKeyName,
    model_name: modelName,
    channel_id: channelId,
    group,
    calls,
    quota,
    failed,
  });
}

/** Returns the values of a row's key, in the order of its columns. */
export function keyOf(row: LogSum): (string | number)[] {
  const { scope, key, span, start, token_name: token, model_name: model } = row;
  return [scope, key, span, start, token, model, row.channel_id, row.group];
}

/** Sorts rows by key, so that concurrent writers can't deadlock. */
export function inKeyOrder(rows: readonly LogSum[]): LogSum[] {
  return rows
    .map((row) => ({ row, key: keyOf(row).join('\n') }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ row }) => row);
}
