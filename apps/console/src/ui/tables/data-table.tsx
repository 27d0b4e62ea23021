import { Alert, Button, Group, Skeleton, Table } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useTranslation } from '../../texts.tsx';
import { type DataTableProps, toggleId } from './column.ts';
import { BeyondEnd, ErrorState, NoResults } from '../feedback/empty-state.tsx';
import { RowCards } from './row-cards.tsx';
import { ShowMoreRows } from './show-more-rows.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useIsAway } from '../hooks/use-connection.ts';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { useRowSlots } from './use-row-slots.ts';
import { type RowKeyboard, useRowKeyboard } from './use-row-keyboard.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useStableCallbacks } from '../hooks/use-stable-callbacks.ts';

/** The console's table. Takes server-side pages of rows; shows a list of cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useIsMobile();
  const { rows, error, fetching, retry, empty, clearFilters } = props;
  const nothing = rows?.length === 0;
  const isAway = useIsAway(error);
  return (
    <div aria-busy={fetching}>
      {error && rows && !isAway ? <StaleRows error={error} retry={retry} /> : null}
      <div className="refetch-bar" data-active={fetching && rows !== undefined} />
      {nothing && !clearFilters && !props.beyondEnd ? (
        empty
      ) : !narrow ? (
        <Frame {...props} />
      ) : error && !rows ? (
        <ErrorState error={error} retry={retry} />
      ) : nothing && props.beyondEnd ? (
        <BeyondEnd {...props.beyondEnd} />
      ) : nothing && clearFilters ? (
        <NoResults clear={clearFilters} />
      ) : (
        <RowCards {...props} />
      )}
    </div>
  );
}

/** Shown if newer rows could not be loaded: the earlier ones stay, with the error above them. */
function StaleRows({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" mb="xs" role="alert">
      <Group justify="space-between">
        {error.message}
        <Button size="xs" variant="default" onClick={retry}>
          {t('ui.retry')}
        </Button>
      </Group>
    </Alert>
  );
}

function Frame<Row>({ columns: all, ...others }: DataTableProps<Row>) {
  const container = useRef<HTMLDivElement>(null);
  const columns = useFittingColumns(all, container, others.rows !== undefined);
  const props = { ...others, columns };
  const keys = useRowKeyboard(props, container);
  return (
    <div
      ref={container}
      className="data-table-scroll"
      data-peeked={others.activeId !== undefined}
      // Sticky cells slow down each paint, so they are only sticky once the table is scrolled sideways.
      onScroll={({ currentTarget: container }) =>
        container.toggleAttribute('data-scrolled', container.scrollLeft > 0)
      }
      role="region"
      aria-label={props.label}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table className="data-table" data-compact={props.compact === true}>
        <TableHead {...props} />
        <Table.Tbody>
          <Body {...props} keys={keys} container={container} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface BodyProps<Row> extends DataTableProps<Row> {
  keys: RowKeyboard;
  container: RefObject<HTMLElement | null>;
}

function Body<Row>({ keys, container, ...props }: BodyProps<Row>) {
  const { rows, error, retry, clearFilters, columns, selection, rowId } = props;
  const { open, enter, activeId, isNew } = props;
  const show = (row: Row) => (open ? () => open(row) : undefined);
  const events = useStableCallbacks({
    open: (row: Row) => open?.(row),
    toggle: (id: number) => selection?.change(toggleId(selection.ids, id)),
    focus: keys.focus,
    key: (event: KeyboardEvent<HTMLElement>, row: Row) =>
      keys.press(event, rowId(row), {
        enter: enter ? () => enter(row) : show(row),
        show: show(row),
      }),
  });
  const width = columns.length + (selection ? 1 : 0);
  const slots = useRowSlots(rows?.map(rowId) ?? [], container);
  if (!rows && !error) return <SkeletonRows {...props} />;
  if (!rows || rows.length === 0)
    return (
      <Table.Tr className="state-row">
        <Table.Td colSpan={width}>
          {error ? (
            <ErrorState error={error} retry={retry} />
          ) : props.beyondEnd ? (
            <BeyondEnd {...props.beyondEnd} />
          ) : clearFilters ? (
            <NoResults clear={clearFilters} />
          ) : null}
        </Table.Td>
      </Table.Tr>
    );
  const line = (row: Row, nested = false) => {
    const id = rowId(row);
    return (
      <TableRow
        key={nested ? id : slots.get(id)}
        row={row}
        id={id}
        columns={columns}
        events={events}
        opens={open !== undefined}
        tabbable={id === keys.tabbable}
        active={id === activeId}
        isNew={isNew?.(row) === true}
        selected={selection?.ids.has(id)}
        nested={nested}
      />
    );
  };
  return rows.flatMap((row) => {
    const below = props.childrenOf?.(row);
    if (below === undefined) return [line(row)];
    return [
      line(row),
      <ShowMoreRows
        key={`under-${rowId(row)}`}
        rows={below}
        render={(child) => line(child, true)}
        renderFrame={(button) => (
          <tr className="state-row">
            <td colSpan={width}>{button}</td>
          </tr>
        )}
      />,
    ];
  });
}

function SkeletonRows<Row>({ columns, selection, skeletonRows = 8 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <Table.Tr key={row}>
      {selection ? <Table.Td /> : null}
      {columns.map(({ key, align }) => (
        <Table.Td key={key}>
          <Skeleton height={12} radius="sm" width="70%" ml={align === 'end' ? 'auto' : undefined} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
