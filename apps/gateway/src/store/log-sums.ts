import type { Insertable } from 'kysely';
import type { LogsTable, LogSumsTable } from './schema.ts';

/** Logged calls of one hour that are alike. Negative numbers take calls out. */
export interface AlikeCalls {
  /** Seconds. */
  hour: number;
  userId: number;
  tokenName: string;
  modelName: string;
  channelId: number;
  group: string;
  calls: number;
  quota: number;
}

/** A logged call by its row, to be added (1) or taken out (-1). */
export function callOf(
  row: Pick<
    Insertable<LogsTable>,
    'created_at' | 'user_id' | 'token_name' | 'model_name' | 'channel_id' | 'group' | 'quota'
  >,
  sign: 1 | -1,
): AlikeCalls {
  return {
    hour: row.created_at - (row.created_at % HOUR),
    userId: row.user_id,
    tokenName: row.token_name,
    modelName: row.model_name,
    channelId: row.channel_id,
    group: row.group,
    calls: sign,
    quota: sign * row.quota,
  };
}

export const HOUR = 3600;
export const DAY = 86_400;

/**
 * What calls change in the sums of the log: a row by hour and by day for each scope, in the order
 * of their keys, so that several writers can't deadlock.
 */
export function spreadCalls(calls: Iterable<AlikeCalls>): LogSumsTable[] {
  const rows = new Map<string, LogSumsTable>();
  for (const alike of calls) {
    for (const span of [HOUR, DAY]) {
      addTo(rows, 'all', '', '', span, alike);
      addTo(rows, 'token', alike.tokenName, '', span, alike);
      addTo(rows, 'user', String(alike.userId), alike.tokenName, span, alike);
    }
  }
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

function addTo(
  rows: Map<string, LogSumsTable>,
  scope: LogSumsTable['scope'],
  key: string,
  tokenName: string,
  span: number,
  { hour, modelName, channelId, group, calls, quota }: AlikeCalls,
): void {
  const start = hour - (hour % span);
  const name = [scope, key, span, start, tokenName, modelName, channelId, group].join('\n');
  const row = rows.get(name);
  if (row) {
    row.calls += calls;
    row.quota += quota;
    return;
  }
  rows.set(name, {
    scope,
    key,
    span,
    start,
    token_name: tokenName,
    model_name: modelName,
    channel_id: channelId,
    group,
    calls,
    quota,
  });
}
