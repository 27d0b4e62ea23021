import { Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column, DataTableProps } from './data-table.tsx';

/** Rows as cards, from the same columns: title and badges on top, the rest as named values. */
export function RowCards<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, childrenOf } = props;
  if (!rows) {
    return (
      <div className="card-list">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} height={92} radius="md" />
        ))}
      </div>
    );
  }
  const all = rows.flatMap((row) => [row, ...(childrenOf?.(row) ?? [])]);
  return (
    <ul className="card-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {all.map((row, index) => (
        <RowCard key={`${rowId(row)}-${index}`} {...props} row={row} />
      ))}
    </ul>
  );
}

function RowCard<Row>({
  row,
  columns,
  rowId,
  open,
  selection,
}: DataTableProps<Row> & { row: Row }) {
  const { t } = useTranslation();
  const id = rowId(row);
  const of = (place: Column<Row>['mobile']) =>
    columns.filter(({ mobile = 'meta' }) => mobile === place);
  return (
    <li className="card-row" data-row-id={id}>
      <Group
        justify="space-between"
        wrap="nowrap"
        gap="xs"
        onClick={open ? () => open(row) : undefined}
      >
        <Group gap="xs" wrap="nowrap" miw={0}>
          {selection && id > 0 ? (
            <Checkbox
              aria-label={t('ui.table.selectRow', { id })}
              checked={selection.ids.has(id)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => {
                const next = new Set(selection.ids);
                if (!next.delete(id)) next.add(id);
                selection.change(next);
              }}
            />
          ) : null}
          <Text fw={600} truncate component="div">
            {of('title').map(({ key, render }) => (
              <span key={key}>{render(row)} </span>
            ))}
          </Text>
        </Group>
        <Group gap={6} wrap="nowrap">
          {of('badge').map(({ key, render }) => (
            <span key={key}>{render(row)}</span>
          ))}
        </Group>
      </Group>
      <dl
        style={{
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          gap: '3px 14px',
          margin: '8px 0 0',
        }}
      >
        {of('meta').map(({ key, header, render }) => (
          <div key={key} style={{ display: 'contents' }}>
            <Text component="dt" size="sm" c="dimmed">
              {header}
            </Text>
            <Text component="dd" size="sm" m={0} ta="right" style={{ overflow: 'hidden' }}>
              {render(row)}
            </Text>
          </div>
        ))}
      </dl>
      {of('actions').map(({ key, render }) => (
        <Group key={key} justify="flex-end" mt={8}>
          {render(row)}
        </Group>
      ))}
    </li>
  );
}
