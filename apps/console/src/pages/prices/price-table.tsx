import { Badge, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { NoPriceBadge } from '../../ui/prices/no-price-badge.tsx';
import type { UsdPriceField } from '@tollgate/pricing';
import type { PriceRow } from './list-rows.ts';
import { PriceCell } from './price-cell.tsx';
import { PRICE_FIELDS } from './price-draft.ts';
import type { PriceQuery, SetPriceQuery } from './query.ts';
import type { BadCell, PriceEditor } from './use-price-editor.ts';

const TOKEN_FIELDS = PRICE_FIELDS.filter((field) => field !== 'call');

export interface PriceTableProps {
  rows: readonly PriceRow[];
  editor: PriceEditor;
  query: PriceQuery;
  setQuery: SetPriceQuery;
  /** Shows the tiers of a model. */
  openTiers: (model: string) => void;
}

/** Models with their prices, each amount an input of its own. */
export function PriceTable({ rows, editor, query, setQuery, openTiers }: PriceTableProps) {
  const { t } = useTranslation();
  const events = useStableCallbacks({
    apply: editor.setAmount,
    revert: editor.revert,
    remove: (model: string) => editor.setModelPrice(model, undefined),
    tiers: openTiers,
  });
  const head = { query, setQuery };
  return (
    <div
      className="data-table-scroll price-table"
      role="region"
      aria-label={t('prices.tabs.models')}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr className="price-units">
            <Table.Td />
            <Table.Th colSpan={TOKEN_FIELDS.length} scope="colgroup">
              {t('prices.perMillion')}
            </Table.Th>
            <Table.Th scope="colgroup">{t('prices.perUnit')}</Table.Th>
            <Table.Td colSpan={2} />
          </Table.Tr>
          <Table.Tr>
            <Head name="model" {...head} />
            {PRICE_FIELDS.map((field) => (
              <Head key={field} name={field} end {...head} />
            ))}
            <Head name="calls" end {...head} />
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Line
              key={row.model}
              {...row}
              bad={editor.badCells.filter(({ model }) => model === row.model)}
              {...events}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface HeadProps {
  name: 'model' | 'calls' | UsdPriceField;
  end?: boolean;
  query: PriceQuery;
  setQuery: SetPriceQuery;
}

function Head({ name, end = false, query, setQuery }: HeadProps) {
  const { t } = useTranslation();
  const active = query.sort === name;
  const Arrow = query.desc ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      scope="col"
      data-align={end ? 'end' : undefined}
      aria-sort={active ? (query.desc ? 'descending' : 'ascending') : 'none'}
      className={name === 'model' ? 'stick' : undefined}
    >
      <UnstyledButton
        className="price-sort"
        data-active={active || undefined}
        onClick={() =>
          setQuery({ sort: name, desc: active ? !query.desc : name === 'calls', p: 1 })
        }
      >
        {t(`prices.columns.${name}`)}
        {active ? <Arrow size={13} stroke={2} aria-hidden /> : null}
      </UnstyledButton>
    </Table.Th>
  );
}

interface LineProps extends PriceRow {
  bad: readonly BadCell[];
  apply: (model: string, field: UsdPriceField, text: string) => void;
  revert: (model: string, field: UsdPriceField) => void;
  remove: (model: string) => void;
  tiers: (model: string) => void;
}

const Line = memo(
  function Line({ model, price, before, calls, served, bad, ...events }: LineProps) {
    const { t } = useTranslation();
    const { apply, revert, remove, tiers } = events;
    const changed = bad.length > 0 || JSON.stringify(price) !== JSON.stringify(before);
    const count = price?.tiers?.length ?? 0;
    return (
      <Table.Tr data-changed={changed || undefined}>
        <Table.Td className="stick price-model">
          <span className="model-name" title={model}>
            {model}
          </span>{' '}
          {price === undefined && served ? <NoPriceBadge /> : null}
          {count > 0 ? (
            <Badge
              component="button"
              type="button"
              variant="light"
              size="sm"
              tt="none"
              onClick={() => tiers(model)}
            >
              {t('prices.tierCount', { count })}
            </Badge>
          ) : null}
        </Table.Td>
        {PRICE_FIELDS.map((field) => {
          const problem = bad.find((cell) => cell.field === field);
          const [now, was] = [price?.[field] ?? '', before?.[field] ?? ''];
          const isLocked = field !== 'call' && price?.call !== undefined;
          return (
            <Table.Td key={field} data-align="end" data-label={t(`prices.columns.${field}`)}>
              {isLocked && !problem ? (
                <span className="price-none">
                  {was === '' ? '–' : <del className="tabular">{was}</del>}
                </span>
              ) : (
                <PriceCell
                  label={`${t(`prices.columns.${field}`)}: ${model}`}
                  value={problem?.text ?? now}
                  before={now === was ? undefined : was}
                  problem={problem?.problem}
                  apply={(text) => apply(model, field, text)}
                  revert={() => revert(model, field)}
                />
              )}
            </Table.Td>
          );
        })}
        <Table.Td data-align="end" data-label={t('prices.columns.calls')} className="tabular">
          {calls === 0 ? <span className="price-none">–</span> : calls.toLocaleString()}
        </Table.Td>
        <Table.Td>
          {price === undefined ? null : (
            <IconButton
              label={t('prices.remove', { model })}
              icon={IconTrash}
              run={() => remove(model)}
            />
          )}
        </Table.Td>
      </Table.Tr>
    );
  },
  (left, right) =>
    // Prices are read anew after each change; their texts tell whether a row looks any different.
    JSON.stringify([left.price, left.before, left.bad, left.calls, left.served]) ===
    JSON.stringify([right.price, right.before, right.bad, right.calls, right.served]),
);
