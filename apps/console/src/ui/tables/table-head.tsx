import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import {
  cellClass,
  choosableIds,
  type Column,
  type DataTableProps,
  SELECTION_WIDTH,
  type Sorting,
  stickyOffsets,
} from './column.ts';
import { nextSort, sortDirection } from './next-sort.ts';

/** The table's headers; the checkbox selects the rows of this page. */
export function TableHead<Row>(props: DataTableProps<Row>) {
  const { columns, selection, sorting } = props;
  const { t } = useTranslation();
  const ids = choosableIds(props);
  const chosen = ids.filter((id) => selection?.ids.has(id)).length;
  const offsets = stickyOffsets(columns, selection !== undefined);
  const all = ids.length > 0 && chosen === ids.length;
  return (
    <Table.Thead>
      <Table.Tr>
        {selection ? (
          <Table.Th w={SELECTION_WIDTH} miw={SELECTION_WIDTH} className="stick" left={0}>
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectPage')}
              checked={all}
              disabled={ids.length === 0}
              indeterminate={chosen > 0 && !all}
              onChange={() =>
                selection.change(all ? new Set() : new Set([...selection.ids, ...ids]))
              }
            />
          </Table.Th>
        ) : null}
        {columns.map(({ key, header, align, width, sort }, index) => (
          <Table.Th
            key={key}
            scope="col"
            data-align={align}
            aria-sort={sort === undefined ? undefined : sortDirection(sort, sorting?.value ?? '')}
            {...(width === undefined ? {} : { w: width, miw: width })}
            className={cellClass(columns, index, offsets[index])}
            {...(offsets[index] === undefined ? {} : { left: offsets[index] })}
          >
            {sorting && sort !== undefined ? (
              <SortButton column={{ sort, align }} header={header} sorting={sorting} />
            ) : (
              header
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

/** A sortable header: the arrow is permanent if the rows are sorted by it, otherwise shown on hover. */
function SortButton({
  column,
  header,
  sorting,
}: {
  column: { sort: string; align: Column<never>['align'] };
  header: string;
  sorting: Sorting;
}) {
  const next = column.align === 'end' ? { ...column, align: column.align } : { sort: column.sort };
  const direction = sortDirection(column.sort, sorting.value);
  const Arrow = (direction ?? first(next)) === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className="sort-head"
      data-sorted={direction !== undefined}
      onClick={() => sorting.change(nextSort(next, sorting.value))}
    >
      {header}
      <Arrow size={13} stroke={2} aria-hidden />
    </UnstyledButton>
  );
}

const first = (column: Parameters<typeof nextSort>[0]) =>
  sortDirection(column.sort ?? '', nextSort(column, ''));
