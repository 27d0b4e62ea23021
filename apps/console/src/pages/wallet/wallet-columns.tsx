import type { LogEntry } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/column.ts';
import { logColumns } from '../logs/columns.tsx';

/** The columns of the log in the order of the wallet: what a call cost stands at the end of its numbers. */
export function walletColumns(t: TFunction, admin: boolean): Column<LogEntry>[] {
  const columns = logColumns(t, admin);
  const cost = columns.filter(({ key }) => key === 'cost');
  return columns.flatMap((column) => {
    if (column.key === 'cost') return [];
    return column.key === 'completion' ? [column, ...cost] : [column];
  });
}
