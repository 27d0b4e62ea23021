import { Button, Group, Paper, SegmentedControl, Select, Title } from '@mantine/core';
import { USAGE_MEASURES, USAGE_PIECES, type UsageReport } from '@tollgate/contract';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import type { ChartData } from '../../ui/charts/chart-data.ts';
import { LazyStackedChart } from '../../ui/charts/lazy-stacked-chart.tsx';
import type { DashboardQuery } from './query.ts';
import { toChartData } from './to-chart-data.ts';
import { useFigureFormats } from './use-figure-formats.ts';
import { seriesSlots } from './series-slots.ts';

/** A measure over time and by dimension, as a chart or table. */
export function UsageSection({
  report,
  query,
  setQuery,
  canChooseDimension = false,
}: {
  report: UsageReport;
  query: DashboardQuery;
  setQuery: (changes: Partial<DashboardQuery>) => void;
  /** If there is no breakdown below to choose it. */
  canChooseDimension?: boolean;
}) {
  const { t } = useTranslation();
  const data = useChartData(report, query);
  const asTable = query.view === 'table';
  const title = t('dashboard.chartTitle', {
    measure: t(`dashboard.measures.${query.measure}`),
    by: t(`dashboard.byName.${report.by}`),
  });
  return (
    <Paper className="panel" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          {canChooseDimension ? (
            <SegmentedControl
              size="xs"
              aria-label={t('dashboard.breakdown')}
              value={report.by}
              data={(['model', 'key'] as const).map((by) => ({
                value: by,
                label: t(`dashboard.by.${by}`),
              }))}
              onChange={(by) => setQuery({ by })}
            />
          ) : null}
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.measure')}
            value={query.measure}
            data={USAGE_MEASURES.map((value) => ({
              value,
              label: t(`dashboard.measures.${value}`),
            }))}
            onChange={(measure) => setQuery({ measure })}
          />
          <Select
            size="xs"
            w={118}
            aria-label={t('dashboard.pieces.label')}
            allowDeselect={false}
            value={report.piece}
            data={USAGE_PIECES.map((value) => ({ value, label: t(`dashboard.pieces.${value}`) }))}
            onChange={(piece) => piece && setQuery({ piece })}
          />
          <Button
            size="xs"
            variant="default"
            aria-pressed={asTable}
            leftSection={asTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            onClick={() => setQuery({ view: asTable ? 'chart' : 'table' })}
          >
            {t(asTable ? 'dashboard.asChart' : 'dashboard.asTable')}
          </Button>
        </Group>
      </Group>
      {asTable ? (
        <ChartTable data={data} timeName={t('dashboard.time')} />
      ) : (
        <>
          <LazyStackedChart {...data} />
          <Legend data={data} />
        </>
      )}
    </Paper>
  );
}

function useChartData(report: UsageReport, query: DashboardQuery): ChartData {
  const { t, i18n } = useTranslation();
  const formats = useFigureFormats();
  const slots = seriesSlots(
    report.by,
    report.rows.map(({ key }) => key),
  );
  const { measure } = query;
  return toChartData(report, {
    measure,
    slots,
    words: {
      other: (count) => t('dashboard.otherCount', { count }),
      unnamed: (key) => t('dashboard.gone', { id: key }),
      format: formats.of(measure),
      formatAxis: formats.axisOf(measure),
      label: t('dashboard.chart', {
        measure: t(`dashboard.measures.${measure}`),
        by: t(`dashboard.byName.${report.by}`),
      }),
      beforeName: t(query.compare === 'year' ? 'ui.range.compare.year' : 'ui.range.compare.before'),
      language: i18n.language,
      zone: query.zone,
    },
  });
}

function Legend({ data: { series, before, beforeName } }: { data: ChartData }) {
  return (
    <ul className="chart-legend">
      {series.map(({ key, name, color }) => (
        <li key={key}>
          <span className="chart-swatch" style={{ background: color }} aria-hidden />
          {name}
        </li>
      ))}
      {before.length > 0 ? (
        <li>
          <span className="chart-swatch" data-before aria-hidden />
          {beforeName}
        </li>
      ) : null}
    </ul>
  );
}
