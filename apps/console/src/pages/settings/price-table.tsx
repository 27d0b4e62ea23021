import { Alert, Button, Group, TextInput } from '@mantine/core';
import { findOption, type OptionDefinition } from '@tollgate/contract';
import { IconSearch, IconTags, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { Pager } from '../../ui/tables/pager.tsx';
import { NumberCell } from './number-cell.tsx';
import {
  changeNumber,
  NEW_RATIO,
  PRICE_KEYS,
  type PriceKey,
  type PriceRow,
  type PriceTexts,
  readPriceRows,
  removePriceRow,
  writePriceRow,
} from './price-rows.ts';
import type { OptionsForm } from './use-options-form.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const PAGE_SIZE = 10;
/** US dollars per million tokens that a ratio of 1 represents. */
const DOLLARS = 2;

/** The prices of all models as a table: the same three options as the JSON fields. */
export function PriceTable({ form }: { form: OptionsForm }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const textsBy = (read: (option: OptionDefinition) => string) =>
    Object.fromEntries(
      PRICE_KEYS.map((key) => [key, read(findOption(key) as OptionDefinition)]),
    ) as PriceTexts;
  const texts = textsBy(form.shown);
  const rows = readPriceRows(texts);
  if (!rows)
    return (
      <Alert color="yellow" my="md">
        {t('setting.prices.broken')}
      </Alert>
    );
  const matching = rows.filter(({ name }) =>
    name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE));
  const current = Math.min(page, pages);
  const numbers = new Map(rows.map((row, index) => [row, index + 1]));
  const write = (next: PriceTexts) => {
    for (const key of PRICE_KEYS) if (next[key] !== texts[key]) form.set(key, next[key]);
  };
  const add = () => {
    const name = words.trim();
    if (name === '') return toastError(new Error(t('setting.prices.noName')));
    if (rows.some((row) => row.name === name))
      return toastError(new Error(t('setting.prices.exists')));
    write(
      writePriceRow(texts, {
        name,
        ModelPrice: undefined,
        ModelRatio: NEW_RATIO,
        CompletionRatio: undefined,
      }),
    );
    setPage(1);
  };
  return (
    <>
      <Group my="sm" gap="xs">
        <TextInput
          w={{ base: '100%', xs: 280 }}
          aria-label={t('setting.prices.find')}
          placeholder={t('setting.prices.find')}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setPage(1);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button variant="default" onClick={add}>
          {t('setting.prices.add')}
        </Button>
      </Group>
      <DataTable
        label={t('setting.prices.visual')}
        columns={priceColumns(t, {
          change: (row, key, value) =>
            write(
              writePriceRow(texts, changeNumber(row, { key, value, stored: textsBy(form.stored) })),
            ),
          remove: ({ name }) => write(removePriceRow(texts, name)),
        })}
        rows={matching.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)}
        rowId={(row) => numbers.get(row) ?? 0}
        error={null}
        fetching={false}
        retry={form.read}
        {...(words === '' ? {} : { clearFilters: () => setWords('') })}
        empty={
          <EmptyState
            icon={IconTags}
            title={t('setting.prices.empty')}
            text={t('setting.prices.emptyText')}
          />
        }
      />
      <Pager
        page={current}
        pageSize={PAGE_SIZE}
        total={matching.length}
        pageSizes={[PAGE_SIZE]}
        change={({ p }) => setPage(p ?? 1)}
      />
    </>
  );
}

interface RowActions {
  change: (row: PriceRow, key: PriceKey, value: number | undefined) => void;
  remove: (row: PriceRow) => void;
}

function priceColumns(t: TFunction, { change, remove }: RowActions): Column<PriceRow>[] {
  const number = (key: PriceKey): Column<PriceRow> => ({
    key,
    header: t(`setting.prices.${key}`),
    render: (row) => (
      <NumberCell
        label={`${t(`setting.prices.${key}`)}: ${row.name}`}
        value={row[key]}
        disabled={key !== 'ModelPrice' && row.ModelPrice !== undefined}
        // Without it the model would have no price: the button of its row removes it instead.
        required={key === 'ModelRatio' && row.ModelPrice === undefined}
        apply={(value) => change(row, key, value)}
      />
    ),
  });
  return [
    {
      key: 'name',
      header: t('setting.prices.name'),
      mobile: 'title',
      render: ({ name }) => (
        <span className="model-name" title={name}>
          {name}
        </span>
      ),
    },
    ...PRICE_KEYS.map(number),
    {
      key: 'dollars',
      header: t('setting.prices.dollars'),
      render: (row) => <span className="tabular">{dollarsOf(row, t)}</span>,
    },
    {
      key: 'actions',
      header: '',
      mobile: 'actions',
      render: (row) => (
        <IconButton
          label={t('setting.prices.remove', { name: row.name })}
          icon={IconTrash}
          run={() => remove(row)}
        />
      ),
    },
  ];
}

/** Returns the prices of ratios in US dollars per million tokens, for prompts and completions. */
function dollarsOf({ ModelPrice, ModelRatio, CompletionRatio }: PriceRow, t: TFunction): string {
  if (ModelPrice !== undefined) return t('setting.prices.perCall', { price: ModelPrice });
  if (ModelRatio === undefined) return t('setting.prices.none');
  const money = (ratio: number) => formatNumber(Number((ratio * DOLLARS).toPrecision(6)));
  return t('setting.prices.perMillion', {
    prompt: money(ModelRatio),
    answer: money(ModelRatio * (CompletionRatio ?? 1)),
  });
}
