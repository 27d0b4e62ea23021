import { Fragment, type KeyboardEvent, memo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { cellClass, type Column, stickyOffsets } from './column.ts';
import { InRow } from '../display/row-context.ts';
import { RowToggle } from './row-toggle.tsx';

/** Events of rows, with stable identities. */
export type RowEvents = {
  open: (row: never) => void;
  toggle: (id: number) => void;
  focus: (id: number) => void;
  key: (event: KeyboardEvent<HTMLElement>, row: never) => void;
};

export interface TableRowProps<Row> {
  row: Row;
  id: number;
  columns: readonly Column<Row>[];
  events: RowEvents;
  /** Whether a click opens it. */
  opens: boolean;
  /** Whether Tab reaches it. */
  tabbable: boolean;
  active: boolean;
  isNew: boolean;
  /** Undefined if rows can't be selected. */
  selected: boolean | undefined;
  /** Nested below the row before it. */
  nested: boolean;
}

/** One row: focusable, opened by click and Enter. */
function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, columns, events, opens, tabbable, active, isNew, selected, nested } = props;
  const { t } = useTranslation();
  const offsets = stickyOffsets(columns, selected !== undefined);
  return (
    <tr
      data-row-id={id}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => events.focus(id)}
      onKeyDown={(event) => events.key(event, row as never)}
      data-clickable={opens}
      data-active={active}
      data-new={isNew}
      onClick={opens ? (event) => isPlain(event.target) && events.open(row as never) : undefined}
    >
      {selected === undefined ? null : (
        <td className="stick" style={{ left: 0 }}>
          {id > 0 ? (
            <RowToggle
              kind="box"
              label={t('ui.table.selectRow', { id })}
              checked={selected}
              change={() => events.toggle(id)}
            />
          ) : null}
        </td>
      )}
      <InRow value>
        {columns.map(({ key, render, align, recycled }, index) => (
          <td
            key={key}
            data-align={align}
            className={`${align === 'end' ? 'tabular ' : ''}${cellClass(columns, index, offsets[index]) ?? ''}`}
            style={
              offsets[index] === undefined && !(nested && index === 0)
                ? undefined
                : {
                    left: offsets[index],
                    paddingLeft: nested && index === 0 ? 'var(--mantine-spacing-xl)' : undefined,
                  }
            }
          >
            {recycled === true ? render(row) : <Fragment key={id}>{render(row)}</Fragment>}
          </td>
        ))}
      </InRow>
    </tr>
  );
}

/** Re-renders only if its own data changes. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/** Whether a click was on the row itself, not on a button, input or link in it. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, input, label, [role="menuitem"], [role="switch"]') === null
  );
}
