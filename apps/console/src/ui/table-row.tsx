import { Checkbox } from '@mantine/core';
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
    <tr
      {...keys.propsOf(id, enter ? () => enter(row) : show, show)}
      data-clickable={open !== undefined}
      data-active={activeId === id}
      data-new={isNew?.(row) === true}
      onClick={open ? (event) => isPlain(event.target) && open(row) : undefined}
    >
      {selection ? (
        <td className="stick" style={{ left: 0 }}>
          {id > 0 ? (
            <Checkbox
              size="xs"
              aria-label={t('ui.table.selectRow', { id })}
              checked={selection.ids.has(id)}
              onChange={() => selection.change(toggleId(selection.ids, id))}
            />
          ) : null}
        </td>
      ) : null}
      <InRow value>
        {columns.map(({ key, render, align, mobile }, index) => (
          <td
            key={key}
            data-align={align}
            className={[align === 'end' ? 'tabular' : '', stickyClass(offsets[index], mobile)].join(
              ' ',
            )}
            style={{
              left: offsets[index],
              paddingLeft: nested && index === 0 ? 'var(--mantine-spacing-xl)' : undefined,
            }}
          >
            {render(row)}
          </td>
        ))}
      </InRow>
    </tr>
  );
}

/** Clicks on buttons, inputs and links inside a row are theirs, not the row's. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, input, label, [role="menuitem"], [role="switch"]') === null
  );
}
