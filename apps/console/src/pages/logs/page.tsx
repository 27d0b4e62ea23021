import { Group, VisuallyHidden } from '@mantine/core';
import { calls } from 'virtual:calls';
import { IconListDetails } from '@tabler/icons-react';
import type { LogEntry, LogStat } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { Age } from '../../ui/display/age.tsx';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { rangeQuery } from '../../ui/filters/range-query.ts';
import { LiveSwitch } from '../../ui/layout/live-switch.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { RefreshControl } from '../../ui/layout/refresh-control.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { NoCalls } from '../onboarding/no-calls.tsx';
import { logColumns } from './columns.tsx';
import { CallVolumeChart } from './call-volume-chart.tsx';
import { isBlank } from './is-blank.ts';
import { LogFilters } from './filters.tsx';
import { ExportButton, WaitingRows } from './log-actions.tsx';
import { LogSearch } from './log-search.tsx';
import { hasColumn, isOfCalls, LOG_TABS, type LogTab, rowsOfTab, tabOf } from './log-tabs.ts';
import { mergeRows } from './merge-rows.ts';
import { RecentRowsOnly } from './recent-rows-only.tsx';
import { LogPeek } from './peek.tsx';
import { countFilters, type LogQuery, logQuery, NO_FILTERS, windowOf } from './query.ts';
import { LogSums } from './log-sums.tsx';
import { useLiveLog } from './use-live-log.ts';

/** How often the totals are refetched while following, in seconds. */
const STAT_SECONDS = 10;
/** Scrolled further than this, the user is reading. */
const TOP_PX = 40;

/** Calls and their cost; administrators see everybody's. */
export function LogsPage() {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const table = useTablePreferences('logs');
  const [query, setQuery] = useUrlState(logQuery, table.remembered);
  const [peeked, setPeeked] = useState<LogEntry | undefined>(undefined);
  const [seconds, setSeconds] = useState(0);
  // While following, the table's window is frozen: refetching each minute would move rows while they are
  // read.
  const [followedAt, setFollowedAt] = useState<number | undefined>(undefined);
  const following = followedAt !== undefined;
  const frame = useRef<HTMLDivElement>(null);
  const window = windowOf(query);
  const { range, ...criteria } = query;
  const filter = { ...criteria, ...window };
  const allRows = { ...withoutPage(filter), type: 0, status: '' as const };
  const again = { refetchIntervalMs: usePollInterval(following ? STAT_SECONDS : seconds) };
  const list = useEndpoint(
    admin ? calls.listLogs : calls.listOwnLogs,
    { query: { ...filter, ...windowOf(query, followedAt) } },
    following ? {} : again,
  );
  const stat = useEndpoint(
    admin ? calls.getLogStat : calls.getOwnLogStat,
    { query: allRows },
    again,
  );
  const volume = useEndpoint(
    admin ? calls.getLogCourse : calls.getOwnLogCourse,
    { query: allRows },
    again,
  );
  const tab = tabOf(query);
  const columns = useMemo(() => columnsOf(tab, admin, t), [tab, admin, t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const live = useLiveLog({
    on: following,
    query,
    admin,
    isReading: () => query.p !== 1 || peeked !== undefined || isLookedAt(frame.current),
    begin: () => void list.refetch(),
  });
  const listed = list.data?.items;
  const rows = listed && mergeRows(query.p === 1 ? live.shown : [], listed, query.page_size);
  const receivedIds = new Set(live.shown.map(({ id }) => id));
  const total = (list.data?.total ?? 0) + countNew(live.shown, listed);
  const showNew = () => {
    live.show();
    if (following) setFollowedAt(unixSeconds());
    setQuery({ p: 1 });
    scrollToTop(frame.current);
  };
  const filtered = countFilters(query) > 0 || query.p !== 1;
  const blank = !filtered && isBlank(stat.data);

  return (
    <>
      <PageHeader
        title={t('logs.title')}
        note={t('logs.note')}
        age={<Age atMs={stat.dataUpdatedAt} />}
      >
        <RangePicker
          preset={range}
          presets={['24h', '7d', '30d']}
          range={{ start: window.start_timestamp, end: window.end_timestamp }}
          choose={(choice) => setQuery(rangeQuery(choice))}
        />
        <LiveSwitch
          on={following}
          lost={live.lost}
          hint={t('logs.live.hint')}
          set={(on) => {
            setFollowedAt(on ? unixSeconds() : undefined);
            if (on) showNew();
          }}
        />
        <RefreshControl
          seconds={seconds}
          setSeconds={following ? undefined : setSeconds}
          busy={list.isFetching && list.data !== undefined}
          refresh={() => {
            live.show();
            if (following) setFollowedAt(unixSeconds());
            void list.refetch();
            void stat.refetch();
          }}
        />
        <ExportButton query={filter} admin={admin} disabled={total === 0} />
      </PageHeader>
      <RecentRowsOnly since={list.data?.rows_since} />
      {blank ? null : <LogSums stat={stat.data} />}
      <CallVolumeChart
        course={volume.data}
        zoom={(start, end) =>
          setQuery({ range: '', start_timestamp: start, end_timestamp: end, p: 1 })
        }
      />
      <StatusTabs
        label={t('logs.filters.type')}
        value={tab}
        choose={(name) => setQuery({ ...rowsOfTab(name), p: 1 })}
        tabs={LOG_TABS.map((name) => ({
          value: name,
          label: t(`logs.types.${name}`),
          count: countOf(stat.data, name),
          alarms: name === 'error',
        }))}
      />
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap">
        <LogSearch query={query} setQuery={setQuery} />
        <Group gap="xs" wrap="nowrap">
          <SavedViews list={view.name} shrinks />
          <TableSettings {...view} />
          <LogFilters query={query} setQuery={setQuery} admin={admin} />
        </Group>
      </Group>
      {seconds > 0 && !following ? (
        <VisuallyHidden role="status">{t('logs.live.came', { total })}</VisuallyHidden>
      ) : null}
      <WaitingRows count={countHidden(live.waiting, rows)} show={showNew} />
      <div ref={frame}>
        <PagedTable
          label={t('logs.title')}
          view={view}
          list={list}
          newer={{ rows, total }}
          query={query}
          setQuery={setQuery}
          pagerStyle="ends"
          isNew={({ id }) => receivedIds.has(id)}
          rowId={({ id }) => id}
          open={setPeeked}
          activeId={peeked?.id}
          clearFilters={filtered ? () => setQuery(NO_FILTERS) : undefined}
          empty={<FirstCall title={t('logs.empty.title')} />}
        />
        {total > 0 && blank && tab === 'all' ? <FirstCall title={t('logs.empty.noCalls')} /> : null}
      </div>
      <PeekDrawer
        title={t('logs.peek.title')}
        steps={peekSteps(rows && { items: rows, page: query.p, total }, {
          id: peeked?.id,
          pageSize: query.page_size,
          open: setPeeked,
        })}
        opened={peeked !== undefined}
        close={() => setPeeked(undefined)}
      >
        {peeked ? <LogPeek row={peeked} /> : null}
      </PeekDrawer>
    </>
  );
}

/** Says where calls appear, below an empty list or one of other events. */
function FirstCall({ title }: { title: string }) {
  const { t } = useTranslation();
  const texts = { title, text: t('logs.empty.text'), keys: t('logs.empty.action') };
  return <NoCalls icon={IconListDetails} {...texts} />;
}

const columnsOf = (tab: LogTab, admin: boolean, t: TFunction) =>
  logColumns(t, admin, isOfCalls(tab)).filter(({ key }) => hasColumn(tab, key));

/** Returns the number of rows of a tab, if the totals contain it. */
function countOf(stat: LogStat | undefined, tab: LogTab): number | undefined {
  if (tab === 'consume') return stat?.calls;
  return tab === 'error' ? stat?.failed : undefined;
}

function withoutPage({ p: _page, page_size: _size, ...rest }: Omit<LogQuery, 'range'>) {
  return rest;
}

/** Whether the user is in the middle of the table, where new rows would shift what they read. */
function isLookedAt(frame: HTMLElement | null): boolean {
  if (!frame) return false;
  const inside = frame.querySelector('.data-table-scroll')?.scrollTop ?? 0;
  const pointed = matchMedia('(hover: hover)').matches && frame.matches(':hover');
  return window.scrollY > TOP_PX || inside > 0 || pointed || frame.contains(document.activeElement);
}

function scrollToTop(frame: HTMLElement | null): void {
  window.scrollTo({ top: 0 });
  frame?.querySelector('.data-table-scroll')?.scrollTo({ top: 0 });
}

/** Counts waiting rows that are not in the table; a refetch may already have added some. */
function countHidden(waiting: readonly LogEntry[], rows: readonly LogEntry[] = []): number {
  const shown = new Set(rows.map(({ id }) => id));
  return waiting.filter(({ id }) => !shown.has(id)).length;
}

/** Counts new rows that the list's total does not include yet. */
function countNew(received: readonly LogEntry[], listed: readonly LogEntry[] | undefined): number {
  const newest = listed?.[0]?.id ?? 0;
  return received.filter(({ id }) => id > newest).length;
}
