import { Checkbox, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useLongPress } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { InButton, InCard } from '../display/row-context.ts';
import { useTranslation } from '../../texts.tsx';
import { type Column, type DataTableProps, toggleId } from './column.ts';
import { SelectSwitch } from './select-switch.tsx';
import { ShowMoreRows } from './show-more-rows.tsx';

/** Rows as cards, from the same columns: title and badges on top, the rest as named values. */
export function RowCards<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, childrenOf, selection } = props;
  const [choosing, setChoosing] = useState(false);
  const choose = choosing || (selection !== undefined && selection.ids.size > 0);
  if (!rows) {
    return (
      <div className="card-list">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} height={72} radius="md" />
        ))}
      </div>
    );
  }
  const card = (row: Row) => (
    <RowCard
      key={rowId(row)}
      {...props}
      row={row}
      choosing={choose}
      beginChoosing={() => setChoosing(true)}
    />
  );
  return (
    <InCard value>
      {selection ? (
        <SelectSwitch
          on={choose}
          toggle={() => {
            setChoosing(!choose);
            if (choose) selection.change(new Set());
          }}
        />
      ) : null}
      <ul className="card-list">
        {rows.flatMap((row) => [
          card(row),
          <ShowMoreRows
            key={`under-${rowId(row)}`}
            rows={childrenOf?.(row) ?? []}
            render={card}
            renderFrame={(button) => <li>{button}</li>}
          />,
        ])}
      </ul>
    </InCard>
  );
}

interface RowCardProps<Row> extends DataTableProps<Row> {
  row: Row;
  choosing: boolean;
  beginChoosing: () => void;
}

function RowCard<Row>(props: RowCardProps<Row>) {
  const { row, columns, rowId, open, selection, choosing, beginChoosing } = props;
  const { t } = useTranslation();
  const id = rowId(row);
  const choosable = selection !== undefined && id > 0;
  const press = useLongPress(() => {
    if (!choosable) return;
    beginChoosing();
    selection.change(new Set([...selection.ids, id]));
  });
  const of = (role: Column<Row>['mobile']) =>
    columns.filter(({ mobile = 'meta' }) => mobile === role);
  // Two lines: title and actions, then status and figures.
  const isShort = of('status').length > 0;
  const title = of('title').map(({ key, render }) => <span key={key}>{render(row)} </span>);
  return (
    <li
      className="card-row"
      data-row-id={id}
      data-new={props.isNew?.(row) === true}
      {...(choosable ? press : {})}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0}>
          {choosable && choosing ? (
            <Checkbox
              className="card-above"
              aria-label={t('ui.table.selectRow', { id })}
              checked={selection.ids.has(id)}
              onChange={() => selection.change(toggleId(selection.ids, id))}
            />
          ) : null}
          {open ? (
            <UnstyledButton className="card-title" onClick={() => open(row)}>
              <InButton value>{title}</InButton>
            </UnstyledButton>
          ) : (
            <Text className="card-title" component="div">
              {title}
            </Text>
          )}
        </Group>
        <Group gap={6} wrap="nowrap" className="card-above" style={{ flexShrink: 0 }}>
          {of('badge').map(({ key, render }) => (
            <span key={key}>{render(row)}</span>
          ))}
          {isShort
            ? of('actions').map(({ key, render }) => <span key={key}>{render(row)}</span>)
            : null}
        </Group>
      </Group>
      {isShort ? (
        <InButton value={open !== undefined}>
          <div className="card-line">
            {of('status').map(({ key, render }) => (
              <span key={key}>{render(row)}</span>
            ))}
            <span className="card-figures">
              {of('figure').map(({ key, header, render }) => (
                <span key={key} title={header}>
                  {render(row)}
                </span>
              ))}
            </span>
          </div>
        </InButton>
      ) : null}
      <dl className="facts">
        {of('meta').map(({ key, header, render }) => (
          <InButton key={key} value={open !== undefined}>
            <CardFact name={header} value={render(row)} />
          </InButton>
        ))}
      </dl>
      {of('text').map(({ key, render }) => (
        <div key={key} className="card-above">
          {render(row)}
        </div>
      ))}
      {isShort
        ? null
        : of('actions').map(({ key, render }) => (
            <Group key={key} justify="flex-end" mt={8} className="card-above">
              {render(row)}
            </Group>
          ))}
    </li>
  );
}

/** A named value; nothing if it is empty. */
function CardFact({ name, value }: { name: string; value: ReactNode }) {
  if (value === null || value === '') return null;
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
