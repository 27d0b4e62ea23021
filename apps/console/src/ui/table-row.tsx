import { Checkbox, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DataTableProps, stickyClass, stickyOffsets, toggleId } from './column.ts';
import { InRow } from './row-context.ts';
import type { RowKeys } from './use-row-keys.ts';

export interface TableRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  keys: RowKeys;
  /** Stands under the row before it. */
  nested?: boolean;
}

/** One row: focusable, opened by click and Enter. */
export function TableRow<Row>({
  row,
  columns,
  rowId,
  open,
  enter,
  activeId,
  selection,
  isNew,
  keys,
  nested = false,
}: TableRowProps<Row>) {
  const { t } = useTranslation();
  const id = rowId(row);
  const show = open ? () => open(row) : undefined;
  const offsets = stickyOffsets(columns, selection !== undefined);
  return (
    <Table.Tr
      {...keys.propsOf(id, enter ? () => enter(row) : show, show)}
      data-clickable={open !== undefined}
      data-active={activeId === id}
      data-new={isNew?.(row) === true}
      onClick={open ? (event) => isPlain(event.target) && open(row) : undefined}
    >
      {selection ? (
        <Table.Td className="stick" left={0}>
          {id > 0 ? (
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectRow', { id })}
              checked={selection.ids.has(id)}
              onChange={() => selection.change(toggleId(selection.ids, id))}
            />
          ) : null}
        </Table.Td>
      ) : null}
      <InRow value>
        {columns.map(({ key, render, align, mobile }, index) => (
          <Table.Td
            key={key}
            data-align={align}
            className={[align === 'end' ? 'tabular' : '', stickyClass(offsets[index], mobile)].join(
              ' ',
            )}
            {...(offsets[index] === undefined ? {} : { left: offsets[index] })}
            {...(nested && index === 0 ? { pl: 'xl' } : {})}
          >
            {render(row)}
          </Table.Td>
        ))}
      </InRow>
    </Table.Tr>
  );
}

/** Clicks on buttons, inputs and links inside a row are theirs, not the row's. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, input, label, [role="menuitem"], [role="switch"]') === null
  );
}
