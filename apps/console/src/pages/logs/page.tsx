import { Group, Paper, SimpleGrid, Text, Tooltip } from '@mantine/core';
import type { LogEntry } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconListDetails } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session.ts';
import { ColumnChooser, useColumns } from '../../ui/column-chooser.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, NoResults } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { stepsUpTo } from '../../ui/page-numbers.ts';
import { Pager } from '../../ui/pager.tsx';
import { PeekDrawer } from '../../ui/peek-drawer.tsx';
import { RefreshControl } from '../../ui/refresh-control.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { logColumns } from './columns.tsx';
import { LogFilters } from './filters.tsx';
import { LogPeek } from './peek.tsx';
import { type LogQuery, logQuery, NO_FILTERS, windowOf } from './query.ts';

/** What was called and what it cost; of everybody for administrators. */
export function LogsPage() {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const [query, setQuery] = useUrlState(logQuery);
  const [open, setOpen] = useState<LogEntry | undefined>(undefined);
  const [seconds, setSeconds] = useState(0);
  const filter = { ...query, ...windowOf(query) };
  const options = { refetchIntervalMs: seconds === 0 ? (false as const) : seconds * 1000 };
  const list = useEndpoint(admin ? calls.listLogs : calls.listOwnLogs, { query: filter }, options);
  const stat = useEndpoint(
    admin ? calls.getLogStat : calls.getOwnLogStat,
    { query: withoutPage(filter) },
    options,
  );
  const columns = useColumns('logs', logColumns(t, admin));
  const total = list.data?.total ?? 0;

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
      <SimpleGrid cols={3} spacing="xs" mb="sm">
        <Card label={t('logs.cards.quota')}>
          {stat.data ? <Money quota={stat.data.quota} /> : '–'}
        </Card>
        <Card label={t('logs.cards.rpm')} hint={t('logs.cards.rpmHint')}>
          {stat.data?.rpm.toLocaleString() ?? '–'}
        </Card>
        <Card label={t('logs.cards.tpm')} hint={t('logs.cards.tpmHint')}>
          {stat.data?.tpm.toLocaleString() ?? '–'}
        </Card>
      </SimpleGrid>
      <Group justify="space-between" mb="xs" gap="xs">
        <FilterInput
          icon
          label={t('logs.filters.token')}
          value={query.token_name}
          apply={(token_name) => setQuery({ token_name })}
        />
        <Group gap="xs">
          <ColumnChooser {...columns} />
          <LogFilters query={query} setQuery={setQuery} admin={admin} />
        </Group>
      </Group>
      <DataTable
        label={t('logs.title')}
        columns={columns.shown}
        rows={list.data?.items}
        rowId={({ id }) => id}
        error={list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        open={setOpen}
        activeId={open?.id}
        empty={
          isFiltered(query) ? (
            <NoResults clear={() => setQuery(NO_FILTERS)} />
          ) : (
            <EmptyState
              icon={IconListDetails}
              title={t('logs.empty.title')}
              text={t('logs.empty.text')}
            />
          )
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
          change={setQuery}
        />
      ) : null}
      <PeekDrawer
        title={t('logs.peek.title')}
        opened={open !== undefined}
        close={() => setOpen(undefined)}
      >
        {open ? <LogPeek row={open} /> : null}
      </PeekDrawer>
    </>
  );
}

function Card({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <Paper withBorder px="md" py={10} style={{ borderColor: 'var(--surface-line)' }}>
      <Tooltip label={hint} disabled={hint === undefined}>
        <Text size="sm" c="dimmed" component="span">
          {label}
        </Text>
      </Tooltip>
      <Text fz={20} fw={600} className="tabular" component="div">
        {children}
      </Text>
    </Paper>
  );
}

function withoutPage({ p: _page, page_size: _size, ...rest }: LogQuery) {
  return rest;
}

function isFiltered(query: LogQuery): boolean {
  return (
    query.p !== 1 ||
    Object.entries(NO_FILTERS).some(
      ([name, value]) => name !== 'p' && query[name as keyof LogQuery] !== value,
    )
  );
}
