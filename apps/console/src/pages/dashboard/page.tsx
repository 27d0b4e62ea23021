import { SimpleGrid, Skeleton } from '@mantine/core';
import type { UsagePoint } from '@tollgate/contract';
import { IconChartBar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Money } from '../../ui/display/money.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatCard } from '../../ui/display/stat-card.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { dashboardQuery } from './query.ts';
import { Toolbar } from './toolbar.tsx';
import { UsageSection } from './usage-section.tsx';
import { usageWindow } from './usage-window.ts';

const MINUTE_MS = 60_000;
const UNKNOWN = '–';
/** The room that the chart will take, about. */
const CHART_HEIGHT = 380;

/** What was spent over time and on which models; of everybody for administrators. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: status } = useStatus();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const admin = isAdmin(useStoredUser());
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        note={t(admin ? 'dashboard.noteAll' : 'dashboard.note', { zone })}
      />
      {status ? (
        <Dashboard
          initial={status.data_export_default_time}
          minutes={status.data_export_interval}
          admin={admin}
        />
      ) : null}
    </>
  );
}

function Dashboard({
  initial,
  minutes,
  admin,
}: {
  /** The span that the site begins with. */
  initial: string;
  minutes: number;
  admin: boolean;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(dashboardQuery);
  const span = query.by || dashboardQuery.shape.by.parse(initial) || 'hour';
  const { pieces, ...window } = usageWindow(span, query.back, dayjs().unix());
  const whose = admin ? { username: query.username } : {};
  const filter = { ...window, ...whose, default_time: span };
  const usage = useEndpoint(
    admin ? calls.getUsage : calls.getOwnUsage,
    { query: filter },
    { refetchIntervalMs: minutes * MINUTE_MS },
  );
  return (
    <>
      <Toolbar query={query} setQuery={setQuery} span={span} admin={admin} />
      <Totals points={usage.data} />
      {usage.error && !usage.data ? (
        <ErrorState error={usage.error} retry={() => void usage.refetch()} />
      ) : usage.data?.length === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={t('dashboard.empty.title')}
          text={t('dashboard.empty.text')}
        />
      ) : usage.data ? (
        <UsageSection
          points={usage.data}
          pieces={pieces}
          span={span}
          measure={query.measure}
          setMeasure={(measure) => setQuery({ measure })}
        />
      ) : (
        <Skeleton height={CHART_HEIGHT} radius="md" />
      )}
    </>
  );
}

function Totals({ points }: { points: readonly UsagePoint[] | undefined }) {
  const { t } = useTranslation();
  const sum = (of: 'quota' | 'count' | 'token_used') =>
    points?.reduce((total, point) => total + point[of], 0);
  const quota = sum('quota');
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mb="md">
      <StatCard label={t('dashboard.measures.quota')} wide>
        {quota === undefined ? UNKNOWN : <Money quota={quota} />}
      </StatCard>
      <StatCard label={t('dashboard.measures.count')}>
        {sum('count')?.toLocaleString() ?? UNKNOWN}
      </StatCard>
      <StatCard label={t('dashboard.measures.token_used')}>
        {sum('token_used')?.toLocaleString() ?? UNKNOWN}
      </StatCard>
    </SimpleGrid>
  );
}
