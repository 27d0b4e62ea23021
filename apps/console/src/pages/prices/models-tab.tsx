import { Alert, Anchor, Group, Select, Text } from '@mantine/core';
import { IconInfoCircle, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { calls } from 'virtual:calls';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { Pager } from '../../ui/tables/pager.tsx';
import { pages } from '../index.ts';
import { changedModels, listRows, type PriceRow, ROWS_A_PAGE } from './list-rows.ts';
import { PriceTable } from './price-table.tsx';
import { PRICE_VIEWS, type PriceQuery, type PriceView, type SetPriceQuery } from './query.ts';
import { UnpricedPanel } from './unpriced-panel.tsx';
import type { PriceEditor } from './use-price-editor.ts';

export interface ModelsTabProps {
  editor: PriceEditor;
  query: PriceQuery;
  setQuery: SetPriceQuery;
}

/** All models with their prices in money. */
export function ModelsTab({ editor, query, setQuery }: ModelsTabProps) {
  const { t } = useTranslation();
  const { book, maps, before, models, differences, badCells } = editor;
  const changed = useMemo(() => changedModels(differences, badCells), [differences, badCells]);
  const rows = useMemo(
    () => (book && maps ? listRows({ book, maps, before, models, changed }, query) : undefined),
    [book, maps, before, models, changed, query],
  );
  if (!rows)
    return (
      <EmptyState
        icon={IconTags}
        title={t('prices.broken')}
        text={t('prices.brokenText')}
        action={{ label: t('prices.tabs.ratios'), run: () => setQuery({ tab: 'ratios' }) }}
      />
    );
  const pageCount = Math.max(1, Math.ceil(rows.length / ROWS_A_PAGE));
  const page = Math.min(query.p, pageCount);
  const shown = rows.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return (
    <>
      <UnpricedPanel
        editor={editor}
        edit={(model) => setQuery({ q: model, show: 'all', provider: 0, p: 1 })}
      />
      {book && Object.keys(book.served).length === 0 ? <NothingServed /> : null}
      <Toolbar editor={editor} query={query} setQuery={setQuery} />
      {shown.length === 0 ? (
        <NoModel editor={editor} query={query} setQuery={setQuery} />
      ) : (
        <PriceTable
          rows={shown satisfies PriceRow[]}
          editor={editor}
          query={query}
          setQuery={setQuery}
          openTiers={(q) => setQuery({ tab: 'tiers', q })}
        />
      )}
      <Pager
        page={page}
        pageSize={ROWS_A_PAGE}
        total={rows.length}
        pageSizes={[ROWS_A_PAGE]}
        change={({ p }) => setQuery({ p: p ?? 1 })}
      />
    </>
  );
}

/** Why the list is full of models that this site does not offer, and what to do first. */
function NothingServed() {
  const { t } = useTranslation();
  return (
    <Alert variant="light" color="slate" icon={<IconInfoCircle size={18} />} py="xs">
      {t('prices.nothingServed')}{' '}
      <Anchor component={Link} inherit to={pages.channelAdd.path}>
        {t('prices.addChannel')}
      </Anchor>
    </Alert>
  );
}

function Toolbar({ editor, query, setQuery }: ModelsTabProps) {
  const { t } = useTranslation();
  const types = useEndpoint(calls.listChannelTypes);
  const used = new Set(Object.values(editor.book?.served ?? {}).flat());
  const providers = (types.data ?? []).filter(({ type }) => used.has(type));
  const labelOf = ({ label, label_key: key }: (typeof providers)[number]) =>
    key === '' ? label : t(key as 'providers.labels.custom');
  return (
    <Group my="sm" gap="xs">
      <FilterInput
        icon
        live
        width={240}
        label={t('prices.find')}
        value={query.q}
        apply={(q) => setQuery({ q, p: 1 })}
      />
      <Select
        w={170}
        aria-label={t('prices.show.label')}
        allowDeselect={false}
        value={query.show}
        data={PRICE_VIEWS.map((value) => ({ value, label: t(`prices.show.${value}`) }))}
        onChange={(value) => setQuery({ show: value as PriceView, p: 1 })}
      />
      <Select
        w={170}
        aria-label={t('prices.provider')}
        placeholder={t('prices.provider')}
        clearable
        value={query.provider === 0 ? null : String(query.provider)}
        data={providers.map((one) => ({ value: String(one.type), label: labelOf(one) }))}
        onChange={(value) => setQuery({ provider: Number(value ?? 0), p: 1 })}
      />
      <Text size="xs" c="dimmed" ml="auto" visibleFrom="sm">
        {t('prices.keys')}
      </Text>
    </Group>
  );
}

/** Nothing matches: filters can be cleared, and an unpriced name can be added. */
function NoModel({ editor, query, setQuery }: ModelsTabProps) {
  const { t } = useTranslation();
  const name = query.q;
  const isNew = name !== '' && !editor.models.includes(name);
  return (
    <EmptyState
      icon={IconTags}
      title={t('prices.none')}
      text={isNew ? t('prices.noneNamed', { name }) : t('prices.noneText')}
      action={
        isNew
          ? {
              label: t('prices.add', { name }),
              run: () => {
                editor.add(name);
                setQuery({ show: 'all', provider: 0 });
              },
            }
          : {
              label: t('ui.table.clearFilters'),
              run: () => setQuery({ q: '', show: 'all', provider: 0, p: 1 }),
            }
      }
    />
  );
}
