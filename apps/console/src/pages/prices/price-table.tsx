import { Badge, Table, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronUp,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { NoPriceBadge } from '../../ui/prices/no-price-badge.tsx';
import type { UsdPriceField } from '@tollgate/pricing';
import type { PriceRow } from './list-rows.ts';
import { PriceCell } from './price-cell.tsx';
import { PRICE_FIELDS } from './price-draft.ts';
import { toCents } from './to-cents.ts';
import { fromPerMinute, isBilledByTime, toPerMinute } from './price-per-minute.ts';
import type { PriceQuery, SetPriceQuery } from './query.ts';
import type { BadCell, PriceEditor } from './use-price-editor.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const TOKEN_FIELDS = PRICE_FIELDS.filter((field) => field !== 'call');

export interface PriceTableProps {
  rows: readonly PriceRow[];
  editor: PriceEditor;
  query: PriceQuery;
  setQuery: SetPriceQuery;
  /** Shows the tiers of a model. */
  openTiers: (model: string) => void;
}

/** Models with their prices, each amount with its own input. */
export function PriceTable({ rows, editor, query, setQuery, openTiers }: PriceTableProps) {
  const { t } = useTranslation();
  const events = useStableCallbacks({
    apply: editor.setAmount,
    revert: editor.revert,
    remove: (model: string) => editor.setModelPrice(model, undefined),
    tiers: openTiers,
  });
  const head = { query, setQuery };
  const byTime = rows.some(({ model }) => isBilledByTime(model));
  const factors = readFactors(editor.texts?.ImageFactors);
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
            <Table.Th colSpan={byTime ? 2 : 1} scope="colgroup">
              {t('prices.perUnit')}
            </Table.Th>
            <Table.Td colSpan={2} />
          </Table.Tr>
          <Table.Tr>
            <Head name="model" {...head} />
            {TOKEN_FIELDS.map((field) => (
              <Head key={field} name={field} end {...head} />
            ))}
            {byTime ? (
              <Table.Th scope="col" data-align="end">
                {t('prices.columns.minute')}
              </Table.Th>
            ) : null}
            <Head name="call" end {...head} />
            <Head name="calls" end {...head} />
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Line
              key={row.model}
              {...row}
              byTime={byTime}
              factors={Object.keys(factors[row.model] ?? {}).length}
              bad={editor.badCells.filter(({ model }) => model === row.model)}
              {...events}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Returns each model's factors of sizes and qualities; empty while the text can't be parsed. */
function readFactors(text: string | undefined): Readonly<Record<string, object | undefined>> {
  try {
    return (JSON.parse(text || '{}') ?? {}) as Record<string, object>;
  } catch {
    return {};
  }
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
  /** Whether there is a column for the price per minute. */
  byTime: boolean;
  /** Number of sizes and qualities with their own image price factor. */
  factors: number;
  bad: readonly BadCell[];
  apply: (model: string, field: UsdPriceField, text: string) => void;
  revert: (model: string, field: UsdPriceField) => void;
  remove: (model: string) => void;
  tiers: (model: string) => void;
}

const Line = memo(
  function Line({
    model,
    price,
    before,
    calls,
    served,
    bad,
    byTime,
    factors,
    ...events
  }: LineProps) {
    const { t } = useTranslation();
    // On a phone a card shows only amounts that are set until it is expanded.
    const [whole, setWhole] = useState(false);
    const { apply, revert, remove, tiers } = events;
    const changed = bad.length > 0 || JSON.stringify(price) !== JSON.stringify(before);
    const counts = [
      { count: price?.tiers?.length ?? 0, text: 'prices.tierCount' },
      { count: factors, text: 'prices.factorCount' },
    ] as const;
    const cell = (field: UsdPriceField) => (
      <Amount
        key={field}
        {...{ model, field, price, before, apply, revert }}
        problem={bad.find((one) => one.field === field)}
      />
    );
    return (
      <Table.Tr data-changed={changed || undefined} data-whole={whole || undefined}>
        <Table.Td className="stick price-model">
          <span className="model-name mono" title={model}>
            <ModelMark model={model} size={18} />
            {model}
          </span>{' '}
          {price === undefined && served ? <NoPriceBadge /> : null}
          {counts
            .filter(({ count }) => count > 0)
            .map(({ count, text }) => (
              <Badge
                key={text}
                component="button"
                type="button"
                className="touch-target"
                miw={44}
                variant="light"
                size="sm"
                tt="none"
                onClick={() => tiers(model)}
              >
                {t(text, { count })}
              </Badge>
            ))}
        </Table.Td>
        {TOKEN_FIELDS.map(cell)}
        {byTime ? <Minute {...{ model, price, before, apply, revert }} /> : null}
        {cell('call')}
        <Table.Td data-align="end" data-label={t('prices.columns.calls')} className="tabular">
          {calls === 0 ? <span className="price-none">–</span> : formatNumber(calls)}
        </Table.Td>
        <Table.Td>
          <span className="price-more">
            <IconButton
              label={t(whole ? 'prices.fewer' : 'prices.more', { model })}
              icon={whole ? IconChevronUp : IconPencil}
              run={() => setWhole(!whole)}
            />
          </span>
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
    // Price objects are recreated after each change; compare their content to avoid re-rendering rows.
    JSON.stringify(looksOf(left)) === JSON.stringify(looksOf(right)),
);

const looksOf = ({ price, before, bad, calls, served, byTime, factors }: LineProps) => [
  price,
  before,
  bad,
  calls,
  served,
  byTime,
  factors,
];

interface AmountProps {
  model: string;
  price: PriceRow['price'];
  before: PriceRow['before'];
  apply: LineProps['apply'];
  revert: LineProps['revert'];
}

/** One amount of a model; token prices are disabled while it has a price per call. */
function Amount({
  model,
  field,
  price,
  before,
  problem,
  apply,
  revert,
}: AmountProps & { field: UsdPriceField; problem: BadCell | undefined }) {
  const { t } = useTranslation();
  const [now, was] = [price?.[field] ?? '', before?.[field] ?? ''];
  const isLocked = field !== 'call' && price?.call !== undefined;
  return (
    <Table.Td data-align="end" data-label={t(`prices.columns.${field}`)}>
      {isLocked && !problem ? (
        <span className="price-none">
          {was === '' ? '–' : <del className="tabular">{toCents(was)}</del>}
        </span>
      ) : (
        <PriceCell
          isMoney
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
}

/** The price per minute of a recording: the input price in the vendor's unit. */
function Minute({ model, price, before, apply, revert }: AmountProps) {
  const { t } = useTranslation();
  const [now, was] = [toPerMinute(price?.input), toPerMinute(before?.input)];
  const isOpen = isBilledByTime(model) && price?.call === undefined;
  return (
    <Table.Td data-align="end" data-label={t('prices.columns.minute')}>
      {isOpen ? (
        <PriceCell
          isMoney
          label={`${t('prices.columns.minute')}: ${model}`}
          value={now}
          before={now === was ? undefined : was}
          problem={undefined}
          apply={(text) => apply(model, 'input', fromPerMinute(text))}
          revert={() => revert(model, 'input')}
        />
      ) : (
        <span className="price-none">–</span>
      )}
    </Table.Td>
  );
}
