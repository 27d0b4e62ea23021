import type { ReactNode } from 'react';
import type { Column } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';

/** A table within the system page: loaded with the page, so it has no loading or error state of its own. */
export function SectionTable<Row extends object>({
  label,
  columns,
  rows,
  empty,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  empty: ReactNode;
}) {
  const numbers = new Map(rows?.map((row, index) => [row, index + 1]));
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={(row) => numbers.get(row) ?? 0}
      error={null}
      fetching={false}
      retry={() => undefined}
      empty={empty}
      skeletonRows={2}
      compact
    />
  );
}
