import { Group, VisuallyHidden } from '@mantine/core';
import { calls } from 'virtual:calls';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { stepsUpTo } from '../../ui/page-numbers.ts';
import { Pager } from '../../ui/pager.tsx';
import { PeekDrawer } from '../../ui/peek-drawer.tsx';
import { RefreshControl } from '../../ui/refresh-control.tsx';
import { TableSettings } from '../../ui/table-settings.tsx';
import { useTablePreferences, viewOf } from '../../ui/use-table-preferences.ts';
import { useLive } from '../../ui/use-live.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { logColumns } from './columns.tsx';
import { LogFilters } from './filters.tsx';
import { LogPeek } from './peek.tsx';
import { countFilters, type LogQuery, logQuery, NO_FILTERS, windowOf } from './query.ts';
import { StatCards } from './stat-cards.tsx';

/** What was called and what it cost; of everybody for administrators. */
export function LogsPage() {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const table = useTablePreferences('logs');
  const [query, setQuery] = useUrlState(logQuery, table.remembered);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const [seconds, setSeconds] = useState(0);
  const filter = { ...query, ...windowOf(query) };
  const live = { refetchIntervalMs: useLive(seconds) };
  const list = useEndpoint(admin ? calls.listLogs : calls.listOwnLogs, { query: filter }, live);
  const stat = useEndpoint(
    admin ? calls.getLogStat : calls.getOwnLogStat,
    { query: withoutPage(filter) },
    live,
  );
  const view = viewOf(table, logColumns(t, admin));
  const total = list.data?.total ?? 0;
  const row = list.data?.items.find(({ id }) => id === peeked);
  const filtered = countFilters(query) > 0 || query.p !== 1;

  return (
    <>
      <PageHeader title={t('logs.title')} note={t('logs.note')}>
        <RefreshControl
          seconds={seconds}
          setSeconds={setSeconds}
          busy={list.isFetching && list.data !== undefined}
          refresh={() => {
            void list.refetch();
            void stat.refetch();
          }}
        />
      </PageHeader>
      <StatCards stat={stat.data} />
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap">
        <FilterInput
          icon
          label={t('logs.filters.token')}
          value={query.token_name}
          apply={(token_name) => setQuery({ token_name })}
        />
        <Group gap="xs" wrap="nowrap">
          <TableSettings {...view} />
          <LogFilters query={query} setQuery={setQuery} admin={admin} />
        </Group>
      </Group>
      {seconds > 0 ? (
        <VisuallyHidden role="status">{t('logs.live', { total })}</VisuallyHidden>
      ) : null}
      <DataTable
        label={t('logs.title')}
        columns={view.shown}
        compact={view.compact}
        rows={list.data?.items}
        rowId={({ id }) => id}
        error={list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        open={({ id }) => setPeeked(id)}
        activeId={row?.id}
        clearFilters={filtered ? () => setQuery(NO_FILTERS) : undefined}
        empty={
          <EmptyState
            icon={IconListDetails}
            title={t('logs.empty.title')}
            text={t('logs.empty.text')}
          />
        }
      />
      {total > 0 ? (
        <Pager
          style="ends"
          page={query.p}
          pageSize={query.page_size}
          total={total}
          totalIsExact={list.data?.total_is_exact}
          pageSizes={stepsUpTo(total)}
          change={(changes) => {
            if (changes.page_size) table.set({ pageSize: changes.page_size });
            setQuery(changes);
          }}
        />
      ) : null}
      <PeekDrawer
        title={t('logs.peek.title')}
        opened={row !== undefined}
        close={() => setPeeked(undefined)}
      >
        {row ? <LogPeek row={row} /> : null}
      </PeekDrawer>
    </>
  );
}

function withoutPage({ p: _page, page_size: _size, ...rest }: LogQuery) {
  return rest;
}
