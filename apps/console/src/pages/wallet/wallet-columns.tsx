import { Text } from '@mantine/core';
import { LOG_TOPUP, type LogEntry } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { Money } from '../../ui/display/money.tsx';
import { logColumns } from '../logs/columns.tsx';
import { readOther } from '../logs/read-other.ts';

/**
 * The columns of the log in the order of the wallet: what a call cost stands at the end of its
 * numbers, and there too what a top-up added.
 */
export function walletColumns(t: TFunction, admin: boolean): Column<LogEntry>[] {
  const columns = logColumns(t, admin);
  const costs = columns
    .filter(({ key }) => key === 'cost')
    .map((cost): Column<LogEntry> => ({
      ...cost,
      render: (row) => (row.type === LOG_TOPUP ? <Added row={row} /> : cost.render(row)),
    }));
  return columns.flatMap((column) => {
    if (column.key === 'cost') return [];
    return column.key === 'completion' ? [column, ...costs] : [column];
  });
}

function Added({ row }: { row: LogEntry }) {
  const { quota } = readOther(row);
  if (quota === undefined) return null;
  return (
    <Text component="span" inherit c="var(--status-good)" className="tabular">
      +<Money quota={quota} />
    </Text>
  );
}
