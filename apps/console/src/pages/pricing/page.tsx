import { Anchor, Button } from '@mantine/core';
import { PRICING_PAGE_SIZES } from '@tollgate/contract';
import { IconCopy, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pager } from '../../ui/tables/pager.tsx';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { pages } from '../index.ts';
import { pricingColumns } from './columns.tsx';
import { ModelDetails } from './model-details.tsx';
import { PageLinks } from './page-links.tsx';
import { findPrices, ratioGroup, showPrices } from './price-rows.ts';
import { isFiltered, NO_FILTERS, pricingQuery } from './query.ts';
import { PricingToolbar } from './toolbar.tsx';
import { VendorChips } from './vendor-chips.tsx';
import { usePrices } from './use-prices.ts';

/** The public price list: loaded completely, so that searching and paging are instant. */
export function PricingPage() {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const table = useTablePreferences('pricing');
  const [query, setQuery] = useUrlState(pricingQuery, table.remembered);
  const { data: prices, error, isFetching, refetch } = usePrices();
  const { keyword, group, type, vendor, capability, sort, model, p, page_size: size } = query;
  const matching = useMemo(
    () =>
      prices ? findPrices(prices, { keyword, group, type, vendor, capability, sort }) : undefined,
    [prices, keyword, group, type, vendor, capability, sort],
  );
  const rows = useMemo(
    () =>
      prices && matching ? showPrices(prices, matching, { group, p, page_size: size }) : undefined,
    [prices, matching, group, p, size],
  );
  const peeked = useMemo(() => {
    const selected = prices?.data.filter(({ model_name: name }) => name === model) ?? [];
    const all = { keyword: '', group, type: '' } as const;
    const selectedRows = prices ? findPrices({ ...prices, data: selected }, all) : [];
    return prices ? showPrices(prices, selectedRows, { group, p: 1, page_size: 1 })[0] : undefined;
  }, [prices, model, group]);
  const view = toTableView(table, pricingColumns(t, isMobile));
  const shownGroup = prices ? ratioGroup(prices, group) : '';
  const ratio = prices?.group_ratio[shownGroup];
  const note = t(isMobile ? 'pricing.noteOfCards' : 'pricing.note');

  return (
    <>
      <header>
        <PageLinks label={t('pricing.links.top')} />
      </header>
      <PageHeader
        title={t('pricing.title')}
        note={note}
        detail={ratio === undefined ? null : t('pricing.ratio', { group: shownGroup, ratio })}
      >
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconCopy size={16} />}
          disabled={!matching?.length}
          onClick={() =>
            void copyText(matching?.map(({ model_name: name }) => name).join(',') ?? '')
          }
        >
          {t('pricing.copyNames')}
        </Button>
      </PageHeader>
      <PricingToolbar
        query={query}
        setQuery={setQuery}
        view={view}
        ratios={prices?.group_ratio ?? {}}
        ownGroup={prices?.user_group.join(', ') ?? ''}
      />
      {prices ? (
        <VendorChips
          prices={prices}
          value={vendor}
          change={(value) => setQuery({ vendor: value, p: 1 })}
        />
      ) : null}
      <DataTable
        label={t('pricing.title')}
        columns={view.shown}
        compact={view.compact}
        rows={rows}
        rowId={({ id }) => id}
        error={error}
        fetching={isFetching}
        retry={() => void refetch()}
        sorting={{ value: sort, change: (value) => setQuery({ sort: value, p: 1 }) }}
        open={({ model_name: name }) => setQuery({ model: name })}
        activeId={rows?.find(({ model_name: name }) => name === model)?.id}
        clearFilters={isFiltered(query) || p !== 1 ? () => setQuery(NO_FILTERS) : undefined}
        empty={
          <EmptyState
            icon={IconTags}
            title={t('pricing.empty.title')}
            text={t('pricing.empty.text')}
          />
        }
      />
      {matching && matching.length > 0 ? (
        <Pager
          page={p}
          pageSize={size}
          total={matching.length}
          pageSizes={PRICING_PAGE_SIZES}
          change={(changes) => {
            if (changes.page_size) table.set({ pageSize: changes.page_size });
            setQuery(changes);
          }}
        />
      ) : null}
      <PeekDrawer
        title={
          <span className="model-name">
            <ModelMark model={model} size={28} />
            <Anchor
              component={Link}
              to={pages.pricingModel.path}
              params={{ id: model || '-' } as never}
              className="mono touch-target"
              inherit
            >
              {model}
            </Anchor>
          </span>
        }
        opened={peeked !== undefined}
        close={() => setQuery({ model: '' })}
      >
        {peeked ? <ModelDetails row={peeked} group={query.group} /> : null}
      </PeekDrawer>
      <footer className="site-footer">
        <PageLinks label={t('pricing.links.bottom')} />
      </footer>
    </>
  );
}
