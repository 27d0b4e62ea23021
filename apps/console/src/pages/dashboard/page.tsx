import { ActionIcon, Button, Paper, Skeleton } from '@mantine/core';
import type { UsageReport } from '@tollgate/contract';
import { IconChartBar, IconDownload, IconLink, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { shownUsername } from '../../ui/format/shown-username.ts';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { Age } from '../../ui/display/age.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { tip } from '../../ui/feedback/tip.ts';
import type { RangePreset } from '../../ui/filters/date-range.ts';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { searchOptions } from '../../search-options.ts';
import { NoCalls } from '../onboarding/no-calls.tsx';
import { OnboardingCard } from '../onboarding/onboarding-card.tsx';
import { useLeadsToFirstCall, useOnboardingKnown } from '../onboarding/use-onboarding.ts';
import { AttentionList } from './attention-list.tsx';
import { Breakdown } from './breakdown.tsx';
import { dropEmptyBefore } from './drop-empty-before.ts';
import { ForecastCard } from './forecast-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { OperatorFigures } from './operator-figures.tsx';
import { OwnFigures } from './own-figures.tsx';
import {
  type DashboardQuery,
  dashboardQuery,
  initialPreset,
  rangeOf,
  sharedSearch,
  toReportQuery,
} from './query.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';
import { RecentCalls } from './recent-calls.tsx';
import { UsageSection } from './usage-section.tsx';
import { ownDimension, useReport } from './use-report.ts';
import { ZoneSelect } from './zone-select.tsx';
import './dashboard.css';

const MINUTE_MS = 60_000;

/** The site's revenue and health; for users, their spend and how long their balance lasts. */
export function DashboardPage() {
  const { data: status } = useStatus();
  const admin = isAdmin(useStoredUser());
  if (!status) return null;
  return (
    <Dashboard
      initial={initialPreset(status.data_export_default_time)}
      minutes={status.data_export_interval}
      admin={admin}
    />
  );
}

function Dashboard({
  initial,
  minutes,
  admin,
}: {
  initial: RangePreset;
  minutes: number;
  admin: boolean;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(dashboardQuery);
  // A preset's end advances by itself, hourly or daily, with the next fetch.
  const [moment] = useState(unixSeconds);
  const placed = useOnboardingKnown();
  const leads = useLeadsToFirstCall();
  const { preset, range } = rangeOf(query, initial, moment);
  const report = useReport(query, range, { isAdmin: admin, everyMs: minutes * MINUTE_MS });
  // Before the first call there is nothing to count: only the onboarding list is shown.
  const bare = leads && (!report.data || isEmpty(report.data));
  const shown = report.data && dropEmptyBefore(report.data);
  const forecast = useEndpoint(
    calls.getBalanceForecast,
    { query: { time_zone: browserZone() } },
    { enabled: !admin, refetchIntervalMs: MINUTE_MS },
  );
  const download = async () => {
    const reportQuery = toReportQuery(query, range);
    const input = { query: { ...reportQuery, by: query.by, user_id: query.user } };
    const ownInput = { query: { ...reportQuery, by: ownDimension(query.by) } };
    await (admin
      ? downloadStream(calls.exportUsage, input, 'usage')
      : downloadStream(calls.exportOwnUsage, ownInput, 'usage'));
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        note={t('dashboard.note')}
        detail={
          admin && query.user > 0 ? (
            <UserFilter user={query.user} clear={() => setQuery({ user: 0 })} />
          ) : null
        }
        age={bare ? null : <Age atMs={(report.data?.read_at ?? 0) * 1000} />}
      >
        {bare ? null : (
          <>
            <RangePicker
              preset={preset}
              range={range}
              comparison={query.compare}
              zone={query.zone}
              choose={(choice) =>
                setQuery({
                  range: choice.preset,
                  start: choice.preset === '' ? choice.range.start : 0,
                  end: choice.preset === '' ? choice.range.end : 0,
                  compare: choice.comparison,
                  piece: '',
                })
              }
            />
            <ZoneSelect zone={query.zone} choose={(zone) => setQuery({ zone })} />
            <IconAction
              label={t('dashboard.share')}
              icon={<IconLink size={17} stroke={1.6} />}
              run={() => void copyText(addressOf(sharedSearch(query, range)))}
            />
            <IconAction
              label={t('dashboard.export')}
              icon={<IconDownload size={17} stroke={1.6} />}
              run={() => void download().catch(toastError)}
            />
          </>
        )}
      </PageHeader>
      {placed ? <OnboardingCard /> : <Loading key="unplaced" />}
      {bare && admin ? <AttentionList quiet /> : null}
      {!placed || bare ? null : report.error && !report.data ? (
        <ErrorState error={report.error} retry={() => void report.refetch()} />
      ) : shown ? (
        admin ? (
          <OperatorReport report={shown} query={query} setQuery={setQuery} />
        ) : (
          <>
            <OwnFigures report={shown} forecast={forecast.data} />
            <div className="dashboard-columns">
              <div>
                {shown.totals.calls === 0 ? (
                  <NoUsage />
                ) : (
                  <UsageSection
                    report={shown}
                    query={query}
                    setQuery={setQuery}
                    canChooseDimension
                  />
                )}
                <RecentCalls />
              </div>
              <div>
                {forecast.data ? <ForecastCard forecast={forecast.data} /> : null}
                <LimitsCard />
              </div>
            </div>
          </>
        )
      ) : (
        <Loading />
      )}
    </>
  );
}

/** The operator's report. Before the first call there is nothing to draw or break down. */
function OperatorReport({
  report,
  query,
  setQuery,
}: {
  report: UsageReport;
  query: DashboardQuery;
  setQuery: (changes: Partial<DashboardQuery>) => void;
}) {
  const empty = isEmpty(report);
  return (
    <>
      <OperatorFigures report={report} isAll={query.user === 0} />
      <div className="dashboard-columns">
        {empty ? <NoUsage /> : <UsageSection report={report} query={query} setQuery={setQuery} />}
        <AttentionList />
      </div>
      {empty ? null : (
        <Breakdown report={report} query={query} setQuery={setQuery} all={query.user === 0} />
      )}
    </>
  );
}

const isEmpty = ({ totals, before }: UsageReport) =>
  totals.calls === 0 && (before?.calls ?? 0) === 0;

/** Shown if there was no call in the period. */
function NoUsage() {
  const { t } = useTranslation();
  return (
    <Paper className="panel">
      <NoCalls
        icon={IconChartBar}
        title={t('dashboard.empty.title')}
        text={t('dashboard.empty.text')}
        keys={t('dashboard.empty.action')}
      />
    </Paper>
  );
}

/** The user whose calls are shown, with a button to show all again. */
function UserFilter({ user, clear }: { user: number; clear: () => void }) {
  const { t } = useTranslation();
  const { data } = useEndpoint(calls.getUser, { params: { id: user } });
  return (
    <Button size="compact-xs" variant="light" rightSection={<IconX size={12} />} onClick={clear}>
      {t('dashboard.ofUser', {
        name: shownUsername(data ?? { username: `#${user}`, is_team: false }),
      })}
    </Button>
  );
}

/** Returns the URL of the page with this query. */
function addressOf(search: DashboardQuery): string {
  return window.location.origin + window.location.pathname + searchOptions.stringifySearch(search);
}

function IconAction({ label, icon, run }: { label: string; icon: ReactNode; run: () => void }) {
  const mobile = useIsMobile();
  return (
    <ActionIcon
      {...tip(label)}
      aria-label={label}
      variant="default"
      size={mobile ? 44 : 36}
      onClick={run}
    >
      {icon}
    </ActionIcon>
  );
}

/** A placeholder of the final page's height. */
function Loading() {
  return (
    <>
      <div className="figure-grid" data-count={4}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height={126} radius="md" />
        ))}
      </div>
      <Skeleton height={380} radius="md" />
    </>
  );
}
