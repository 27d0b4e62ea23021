import { Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { TRAFFIC_HOURS } from '@tollgate/contract';
import { IconArrowLeft, IconChartBar } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { z } from 'zod';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Age } from '../../ui/display/age.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { pages } from '../index.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { targetText } from './columns.tsx';

const comparisonQuery = z.object({
  hours: z.coerce
    .number()
    .pipe(z.literal([...TRAFFIC_HOURS]))
    .catch(TRAFFIC_HOURS[0]),
});
const REFRESH_SECONDS = 30;

/** Results of the two sides of a rule. */
export function TrafficComparisonPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id?: string };
  const [{ hours }, setQuery] = useUrlState(comparisonQuery);
  const { data, error, refetch, dataUpdatedAt } = useEndpoint(
    calls.getTrafficComparison,
    { params: { id: Number(id) }, query: { hours } },
    { refetchIntervalMs: usePollInterval(REFRESH_SECONDS) },
  );
  const rule = data?.rule;
  const note = rule
    ? `${t(`traffic.kinds.${rule.kind}`)} · ${rule.model} · ${rule.group || t('traffic.everyGroup')} · ${rule.percent}% · ${targetText(rule, t)}`
    : t('traffic.comparison.loading');
  return (
    <>
      <PageHeader
        title={rule?.name ?? t('traffic.title')}
        {...(error ? {} : { note })}
        age={data ? <Age atMs={dataUpdatedAt} /> : null}
      >
        <SegmentedControl
          aria-label={t('traffic.comparison.period')}
          value={String(hours)}
          data={TRAFFIC_HOURS.map((value) => ({
            value: String(value),
            label: t(`traffic.comparison.hours.${value}`),
          }))}
          onChange={(value) => setQuery({ hours: Number(value) as (typeof TRAFFIC_HOURS)[number] })}
        />
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => void navigate({ to: pages.traffic.path })}
        >
          {t('traffic.comparison.back')}
        </Button>
      </PageHeader>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={360} aria-busy />
      ) : data.total.length === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={t('traffic.comparison.empty')}
          text={t('traffic.comparison.emptyText')}
        />
      ) : (
        <Stack gap="xl">
          <Section title={t('traffic.comparison.table')}>
            <ComparisonTable rule={data.rule} total={data.total} />
            <Text size="sm" c="dimmed" mt="xs">
              {t(`traffic.comparison.notes.${data.rule.kind}`)}
            </Text>
          </Section>
          <Section title={t('traffic.comparison.chart')} note={t('traffic.comparison.chartNote')}>
            <LatencyChart {...data} />
          </Section>
        </Stack>
      )}
    </>
  );
}
