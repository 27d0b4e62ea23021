import { Checkbox, Skeleton, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './empty-state.tsx';
import { RowCards } from './row-cards.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** One column. `mobile` says what becomes of it in the card that a row is on a phone. */
export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'end';
  width?: number | string;
  mobile?: 'title' | 'meta' | 'badge' | 'actions' | 'hidden';
  /** Can't be hidden by the column chooser. */
  fixed?: boolean;
}

export interface Selection {
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
}

export interface DataTableProps<Row> {
  /** Says what the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => number;
  error: Error | null;
  fetching: boolean;
  retry: () => void;
  /** What to show in place of rows when there are none. */
  empty: ReactNode;
  /** Opens the details of a row: on click and Enter; J and K move. */
  open?: (row: Row) => void;
  activeId?: number | undefined;
  selection?: Selection;
  /** Rows shown under a row (tag mode). */
  childrenOf?: (row: Row) => readonly Row[] | undefined;
  skeletonRows?: number;
}

/** The one table of the console. Server pages in, rows out; a list of cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false });
  const { columns, rows, error, fetching, retry, empty, label } = props;
  useRowKeys(props);
  if (error && !rows) return <ErrorState error={error} retry={retry} />;
  return (
    <div aria-busy={fetching}>
      <div className="refetch-bar" data-active={fetching && rows !== undefined} />
      {rows?.length === 0 ? (
        empty
      ) : narrow ? (
        <RowCards {...props} />
      ) : (
        <Table.ScrollContainer
          minWidth={columns.length * 90}
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          <Table className="data-table">
            <TableHead {...props} />
            <Table.Tbody>
              {rows ? (
                rows.map((row) => <TableRows key={props.rowId(row)} row={row} {...props} />)
              ) : (
                <SkeletonRows {...props} />
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}

function TableHead<Row>({ columns, rows, rowId, selection }: DataTableProps<Row>) {
  const { t } = useTranslation();
  const ids = (rows ?? []).map(rowId).filter((id) => id > 0);
  const chosen = ids.filter((id) => selection?.ids.has(id)).length;
  return (
    <Table.Thead>
      <Table.Tr>
        {selection ? (
          <Table.Th w={40}>
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectPage')}
              checked={ids.length > 0 && chosen === ids.length}
              indeterminate={chosen > 0 && chosen < ids.length}
              onChange={() =>
                selection.change(
                  chosen === ids.length ? new Set() : new Set([...selection.ids, ...ids]),
                )
              }
            />
          </Table.Th>
        ) : null}
        {columns.map(({ key, header, align, width }) => (
          <Table.Th key={key} data-align={align} w={width}>
            {header}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function TableRows<Row>({ row, ...props }: DataTableProps<Row> & { row: Row }) {
  return (
    <>
      <TableRow {...props} row={row} />
      {props.childrenOf?.(row)?.map((child) => (
        <TableRow key={`child-${props.rowId(child)}`} {...props} row={child} nested />
      ))}
    </>
  );
}

function TableRow<Row>({
  row,
  columns,
  rowId,
  open,
  activeId,
  selection,
  nested = false,
}: DataTableProps<Row> & { row: Row; nested?: boolean }) {
  const { t } = useTranslation();
  const id = rowId(row);
  return (
    <Table.Tr
      data-row-id={id}
      data-clickable={open !== undefined}
      data-active={activeId === id}
      onClick={open ? (event) => isPlain(event.target) && open(row) : undefined}
    >
      {selection ? (
        <Table.Td>
          {id > 0 ? (
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectRow', { id })}
              checked={selection.ids.has(id)}
              onChange={() => selection.change(toggled(selection.ids, id))}
            />
          ) : null}
        </Table.Td>
      ) : null}
      {columns.map(({ key, render, align }, index) => (
        <Table.Td
          key={key}
          data-align={align}
          className={align === 'end' ? 'tabular' : undefined}
          pl={nested && index === 0 ? 'xl' : undefined}
        >
          {render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function SkeletonRows<Row>({ columns, selection, skeletonRows = 8 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <Table.Tr key={row}>
      {selection ? <Table.Td /> : null}
      {columns.map(({ key }) => (
        <Table.Td key={key}>
          <Skeleton height={12} radius="sm" width="70%" />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** Clicks on buttons, inputs and links inside a row are theirs, not the row's. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, input, label, [role="menuitem"], [role="switch"]') === null
  );
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
