import { LOG_CONSUME, LOG_ERROR, LOG_MANAGE, LOG_SYSTEM, LOG_TOPUP } from '@tollgate/contract';
import type { LogQuery } from './query.ts';

/** The tabs above the list; refunds are system rows that return a charge. */
export const LOG_TABS = ['all', 'consume', 'error', 'refund', 'topup', 'manage', 'system'] as const;
export type LogTab = (typeof LOG_TABS)[number];

const TYPES: Readonly<Record<Exclude<LogTab, 'refund'>, number>> = {
  all: 0,
  consume: LOG_CONSUME,
  error: LOG_ERROR,
  topup: LOG_TOPUP,
  manage: LOG_MANAGE,
  system: LOG_SYSTEM,
};

type Rows = Pick<LogQuery, 'type' | 'status'>;

/** Returns the filter of a tab. */
export function rowsOfTab(tab: LogTab): Rows {
  return tab === 'refund' ? { type: 0, status: 'refunded' } : { type: TYPES[tab], status: '' };
}

/** Returns the tab of a filter. */
export function tabOf({ type, status }: Rows): LogTab {
  if (status === 'refunded') return 'refund';
  if (status === 'success') return 'consume';
  if (status === 'failed') return 'error';
  return LOG_TABS.find((tab) => tab !== 'refund' && TYPES[tab] === type) ?? 'all';
}

/** Columns that only calls fill. */
const OF_CALLS = ['status', 'first', 'total', 'prompt', 'completion', 'retry', 'stream'];
/** Columns that rows about money and administration leave empty, too. */
const OF_MODELS = ['model', 'token', 'channel', 'group', 'request'];

/** Whether the rows of a tab fill a column at all. */
export function hasColumn(tab: LogTab, column: string): boolean {
  if (isOfCalls(tab)) return true;
  const isOfModels = tab === 'refund' || tab === 'system';
  return !OF_CALLS.includes(column) && (isOfModels || !OF_MODELS.includes(column));
}

/** Whether a tab lists calls, perhaps among others. */
export const isOfCalls = (tab: LogTab): boolean => ['all', 'consume', 'error'].includes(tab);
