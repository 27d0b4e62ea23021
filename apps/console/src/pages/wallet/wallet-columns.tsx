import type { LogEntry } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { logColumns } from '../logs/columns.tsx';

/**
 * Returns the log's columns in the wallet's order: the amount of a call, top-up or refund is the last number.
 * Columns that only explain a call are left out.
 */
export function walletColumns(t: TFunction, admin: boolean): Column<LogEntry>[] {
  const columns = logColumns(t, admin, false).filter(
    ({ key }) => key !== 'retry' && key !== 'stream',
  );
  const costs = columns.filter(({ key }) => key === 'cost');
  return columns.flatMap((column) => {
    if (column.key === 'cost') return [];
    // Calls, top-ups and refunds are mixed here, so their type matters more.
    if (column.key === 'type') return [{ ...column, rank: 2 }];
    // Whose money it is matters more than how a call went.
    if (column.key === 'total' || column.key === 'status') return [{ ...column, rank: 6 }];
    return column.key === 'completion' ? [column, ...costs] : [column];
  });
}
