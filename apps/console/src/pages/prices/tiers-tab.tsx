import { Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { findOption, type PriceOptionKey } from '@tollgate/contract';
import { type UsdPrice, UsdPriceError, type UsdTier } from '@tollgate/pricing';
import { compareNames } from '@tollgate/i18n';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { OptionTable } from '../settings/option-table/option-table.tsx';
import { readRows, type Row, tableShapeOf } from '../settings/option-table/table-shape.ts';
import { PriceCell } from './price-cell.tsx';
import { listPricedModels, priceOf } from './price-draft.ts';
import type { PriceQuery, SetPriceQuery } from './query.ts';
import type { PriceEditor } from './use-price-editor.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const FACTOR_KEYS = ['ServiceTierRatios', 'ImageFactors', 'ToolPrices'] as const;
const TIER_FIELDS = ['input', 'output', 'cached', 'cacheWrite'] as const;
type TierField = (typeof TIER_FIELDS)[number];
const SHOWN = 40;

export interface TiersTabProps {
  editor: PriceEditor;
  query: PriceQuery;
  setQuery: SetPriceQuery;
}

/** Prices of long prompts, and price factors or prices of service tiers, image sizes and tools. */
export function TiersTab({ editor, query, setQuery }: TiersTabProps) {
  const { t } = useTranslation();
  const { maps, texts } = editor;
  if (!maps || !texts) return <Text>{t('prices.broken')}</Text>;
  const words = query.q.toLowerCase();
  const priced = listPricedModels(maps).toSorted(compareNames);
  const tiered = priced.filter(
    (model) => Object.hasOwn(maps.priceTiers, model) && model.toLowerCase().includes(words),
  );
  return (
    <Stack gap="lg" mt="sm">
      <section>
        <Title order={2}>{t('prices.tiers.title')}</Title>
        <Text size="sm" c="dimmed" mb="sm">
          {t('prices.tiers.text')}
        </Text>
        <Group mb="sm" gap="xs">
          <FilterInput
            icon
            live
            width={240}
            label={t('prices.find')}
            value={query.q}
            apply={(q) => setQuery({ q })}
          />
          <Select
            w={280}
            searchable
            limit={50}
            aria-label={t('prices.tiers.add')}
            placeholder={t('prices.tiers.add')}
            value={null}
            data={priced.filter(
              (model) => !tiered.includes(model) && maps.modelPrice[model] === undefined,
            )}
            onChange={(model) => {
              if (!model) return;
              const price = priceOf(maps, model);
              if (price) editor.setModelPrice(model, { ...price, tiers: [newTier(price)] });
              setQuery({ q: model });
            }}
          />
        </Group>
        {tiered.length === 0 ? (
          <EmptyState
            icon={IconStack2}
            title={t('prices.tiers.none')}
            text={t('prices.tiers.noneText')}
          />
        ) : (
          <TierTable editor={editor} models={tiered.slice(0, SHOWN)} />
        )}
        {tiered.length > SHOWN ? (
          <Text size="sm" c="dimmed">
            {t('prices.tiers.more', { count: tiered.length - SHOWN })}
          </Text>
        ) : null}
      </section>
      <div className="folds">
        {FACTOR_KEYS.map((key) => (
          <FactorEditor key={key} name={key} editor={editor} />
        ))}
      </div>
    </Stack>
  );
}

const ABOVE_FIRST = 200_000;

/** Returns a new tier: the model's current price, above the next size. */
function newTier({ tiers = [], input, output, cached, cacheWrite }: UsdPrice): UsdTier {
  const last = Math.max(0, ...tiers.map(({ above }) => above));
  return { above: last === 0 ? ABOVE_FIRST : last * 2, input, output, cached, cacheWrite };
}

function TierTable({ editor, models }: { editor: PriceEditor; models: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div
      className="data-table-scroll price-table"
      role="region"
      aria-label={t('prices.tiers.title')}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('prices.columns.model')}</Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('prices.tiers.above')}
            </Table.Th>
            {TIER_FIELDS.map((field) => (
              <Table.Th key={field} scope="col" data-align="end">
                {t(`prices.columns.${field}`)}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {models.map((model) => (
            <ModelTiers key={model} model={model} editor={editor} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ModelTiers({ model, editor }: { model: string; editor: PriceEditor }) {
  const { t } = useTranslation();
  const [bad, setBad] = useState<{ cellKey: string; text: string; problem: string }>();
  const { maps, before } = editor;
  const price = maps && priceOf(maps, model);
  const stored = before && priceOf(before, model);
  if (!price) return null;
  const tiers = price.tiers ?? [];
  const write = (next: readonly UsdTier[], cellKey: string, text: string) => {
    try {
      editor.setModelPrice(model, { ...price, tiers: next });
      setBad(undefined);
    } catch (error) {
      if (!(error instanceof UsdPriceError)) throw error;
      setBad({ cellKey, text, problem: t(`prices.faults.${error.fault}`) });
    }
  };
  const change = (index: number, field: TierField | 'above', text: string) => {
    const cellKey = `${index} ${field}`;
    const number = Number(text.replaceAll(',', ''));
    if (field === 'above' && (!Number.isSafeInteger(number) || number < 1))
      return setBad({ cellKey, text, problem: t('prices.tiers.notWhole') });
    const value = field === 'above' ? number : text.trim() === '' ? undefined : text;
    write(
      tiers.map((tier, other) => (other === index ? { ...tier, [field]: value } : tier)),
      cellKey,
      text,
    );
  };
  const cell = (tier: UsdTier, index: number, field: TierField | 'above') => {
    const problem = bad?.cellKey === `${index} ${field}` ? bad : undefined;
    const text = (one: UsdTier | undefined) =>
      (one && (field === 'above' ? formatNumber(one.above) : one[field])) ?? '';
    const [now, was] = [text(tier), text(stored?.tiers?.[index])];
    const label = field === 'above' ? t('prices.tiers.above') : t(`prices.columns.${field}`);
    return (
      <Table.Td key={field} data-align="end" data-label={label}>
        <PriceCell
          isMoney={field !== 'above'}
          label={`${label}: ${model} ${index + 1}`}
          value={problem?.text ?? now}
          before={now === was ? undefined : was}
          problem={problem?.problem}
          apply={(typed) => change(index, field, typed)}
          revert={() => setBad(undefined)}
        />
      </Table.Td>
    );
  };
  return tiers.map((tier, index) => (
    <Table.Tr key={index}>
      <Table.Td className="price-model">
        {index === 0 ? (
          <Group gap={4} wrap="nowrap">
            <span className="model-name">{model}</span>
            <IconButton
              label={t('prices.tiers.another', { model })}
              icon={IconPlus}
              run={() => write([...tiers, newTier(price)], '', '')}
            />
          </Group>
        ) : null}
      </Table.Td>
      {cell(tier, index, 'above')}
      {TIER_FIELDS.map((field) => cell(tier, index, field))}
      <Table.Td>
        <IconButton
          label={t('prices.tiers.remove', {
            model,
            above: formatNumber(tier.above),
          })}
          icon={IconTrash}
          run={() =>
            write(
              tiers.filter((_tier, other) => other !== index),
              '',
              '',
            )
          }
        />
      </Table.Td>
    </Table.Tr>
  ));
}

/** A table of factors, with its JSON one click away; collapsed, because it is long and seldom changes. */
function FactorEditor({ name, editor }: { name: PriceOptionKey; editor: PriceEditor }) {
  const { t } = useTranslation();
  const option = findOption(name);
  const shape = tableShapeOf(name);
  if (!option || !shape) return null;
  const text = editor.texts?.[name] ?? '';
  const rows = readRows(shape, text);
  return (
    <Fold
      title={t(`options.${name}`)}
      value={rows ? t('prices.tiers.entries', { count: rows.length }) : ''}
      changed={countChanges(readRows(shape, editor.base?.[name] ?? ''), rows)}
      startsOpen={editor.badTexts.has(name)}
    >
      <OptionTable
        option={option}
        shape={shape}
        label={t(`options.${name}`)}
        description={t(`optionHints.${name}` as 'optionHints.ToolPrices')}
        disabled={false}
        form={{
          shown: () => text,
          set: (_key, next) => editor.setText(name, next),
          errorOf: () => editor.badTexts.get(name),
        }}
      />
    </Fold>
  );
}

/** Returns the number of rows that were added, edited or removed. */
function countChanges(before: readonly Row[] = [], now: readonly Row[] = []): number {
  const toTexts = (rows: readonly Row[]) => new Set(rows.map((row) => JSON.stringify(row)));
  const [old, current] = [toTexts(before), toTexts(now)];
  const countMissing = (from: ReadonlySet<string>, inOther: ReadonlySet<string>) =>
    [...from].filter((row) => !inOther.has(row)).length;
  return Math.max(countMissing(current, old), countMissing(old, current));
}
