import type { LogEntry } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { logColumns } from '../logs/columns.tsx';

/**
 * The columns of the log in the order of the wallet: what a call cost, and what a top-up or refund
 * brought, stands at the end of its numbers. What only explains a call is left to the log.
 */
export function walletColumns(t: TFunction, admin: boolean): Column<LogEntry>[] {
  const columns = logColumns(t, admin, false).filter(
    ({ key }) => key !== 'retry' && key !== 'stream',
  );
  const costs = columns.filter(({ key }) => key === 'cost');
  return columns.flatMap((column) => {
    if (column.key === 'cost') return [];
    // Calls, top-ups and refunds stand among each other here.
    if (column.key === 'type') return [{ ...column, rank: 2 }];
    return column.key === 'completion' ? [column, ...costs] : [column];
  });
}
