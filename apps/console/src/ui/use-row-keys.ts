import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { DataTableProps } from './data-table.tsx';

/** J and K move through the rows and open each in turn; Enter opens the current one again. */
export function useRowKeys<Row>({ rows, rowId, open, activeId }: DataTableProps<Row>): void {
  const [last, setLast] = useState<number | undefined>(undefined);
  const move = (step: number) => {
    if (!open || !rows || rows.length === 0) return;
    const at = rows.findIndex((row) => rowId(row) === (activeId ?? last));
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setLast(rowId(next));
    open(next);
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);
}
