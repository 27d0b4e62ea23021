import { ORDER_STATE_FILTERS, type OrderStateFilter } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { Age } from '../../ui/display/age.tsx';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { OrdersEmpty } from './orders-empty.tsx';
import { browserZone } from '../../ui/format/browser-zone.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { sortingBy } from '../../ui/tables/sorting-by.ts';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { orderColumns } from './columns.tsx';
import { OrderPeek } from './peek.tsx';
import { isFiltered, NO_FILTERS, orderQuery, rangeOf, toFilter } from './query.ts';
import { OrderToolbar } from './toolbar.tsx';
import { OrderSums } from './totals.tsx';
import './orders.css';

/** The orders of all users: paid ones, stuck ones, and what to do about an "I paid" complaint. */
export function OrdersPage() {
  const { t, i18n } = useTranslation();
  const table = useTablePreferences('orders');
  const [query, setQuery] = useUrlState(orderQuery, table.remembered);
  const filter = toFilter(query);
  const { p, page_size, state, sort } = query;
  const list = useEndpoint(calls.listOrders, { query: { ...filter, p, page_size, state, sort } });
  const totals = useEndpoint(calls.getOrderTotals, {
    query: { ...filter, time_zone: browserZone() },
  });
  const columns = useMemo(() => orderColumns(t, i18n.language), [t, i18n.language]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const opened = query.id > 0;
  const shown = list.data?.items.find(({ id }) => id === query.id);
  const countOf = (of: OrderStateFilter) =>
    totals.data && (totals.data.states.find((one) => one.state === of)?.orders ?? 0);
  const range = rangeOf(query);
  const bare = list.data?.total === 0 && !isFiltered(query);

  return (
    <>
      <PageHeader
        title={t('orders.title')}
        note={t('orders.note')}
        age={<Age atMs={totals.dataUpdatedAt} />}
      >
        <RangePicker
          preset={query.range}
          presets={['24h', '7d', '30d', '1y']}
          range={range}
          choose={({ preset, range: { start, end } }) =>
            setQuery({ range: preset, start_timestamp: start, end_timestamp: end, p: 1 })
          }
        />
        <ExportButton filter={{ ...filter, state }} />
      </PageHeader>
      {bare ? (
        <OrdersEmpty widen={query.range === '1y' ? undefined : () => setQuery({ range: '1y' })} />
      ) : (
        <>
          <OrderSums totals={totals.data} isPending={totals.isPending} range={range} />
          <StatusTabs
            label={t('orders.tabs.label')}
            value={query.state}
            choose={(chosen) => setQuery({ state: chosen, p: 1 })}
            tabs={[
              {
                value: '' as const,
                label: t('orders.tabs.all'),
                count: totals.data?.states.reduce((sum, one) => sum + one.orders, 0),
              },
              ...ORDER_STATE_FILTERS.map((value) => ({
                value,
                label: t(`orders.tabs.${value}`),
                count: countOf(value),
                alarms: value === 'uncredited',
              })),
            ]}
          />
          <OrderToolbar query={query} setQuery={setQuery} view={view} />
          <PagedTable
            label={t('orders.title')}
            view={view}
            list={list}
            query={query}
            setQuery={setQuery}
            pagerStyle="ends"
            rowId={({ id }) => id}
            sorting={sortingBy(sort, setQuery)}
            open={({ id }) => setQuery({ id })}
            activeId={shown?.id}
            clearFilters={isFiltered(query) ? () => setQuery(NO_FILTERS) : undefined}
            empty={null}
          />
        </>
      )}
      <PeekDrawer
        title={t('orders.peek.title')}
        opened={opened}
        close={() => setQuery({ id: 0 })}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setQuery({ id }),
        })}
      >
        {opened ? <OrderPeek id={query.id} /> : null}
      </PeekDrawer>
    </>
  );
}

type ExportFilter = ReturnType<typeof toFilter> & { state: '' | OrderStateFilter };

function ExportButton({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation();
  return (
    <DownloadButton label={t('orders.exportCsv')} download={() => save(filter)} shrinks="always" />
  );
}

function save(filter: ExportFilter): Promise<void> {
  return downloadStream(
    calls.exportOrders,
    { query: { ...filter, time_zone: browserZone() } },
    'orders',
  );
}
