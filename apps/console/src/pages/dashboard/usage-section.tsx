import { Group, Paper, SegmentedControl, Switch } from '@mantine/core';
import type { UsagePoint, UsageSpan } from '@tollgate/contract';
import { formatQuota, formatQuotaExactly } from '@tollgate/pricing';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuotaDisplay } from '../../status.ts';
import { Section } from '../../ui/layout/section.tsx';
import { toUsageSeries, type Measure } from './usage-series.ts';
import { ModelShare } from './model-share.tsx';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

const MEASURES = ['quota', 'count', 'token_used'] as const;

/** Usage over time and by model, as a chart or as numbers. */
export function UsageSection({
  points,
  pieces,
  span,
  measure,
  setMeasure,
}: {
  points: readonly UsagePoint[];
  pieces: readonly number[];
  span: UsageSpan;
  measure: Measure;
  setMeasure: (measure: Measure) => void;
}) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [asTable, setAsTable] = useState(false);
  const format = (value: number) => {
    if (measure !== 'quota') return value.toLocaleString();
    const brief = formatQuota(value, display);
    const roundsToNothing = value !== 0 && brief === formatQuota(0, display);
    return roundsToNothing ? formatQuotaExactly(value, display) : brief;
  };
  const timeOf = (piece: number) =>
    dayjs.unix(piece).format(span === 'hour' ? 'MM-DD HH:mm' : 'YYYY-MM-DD');
  const name = t(`dashboard.measures.${measure}`);
  const [from, to] = [timeOf(pieces[0] ?? 0), timeOf(pieces.at(-1) ?? 0)];
  const label = t('dashboard.chart', { measure: name, from, to });
  const series = toUsageSeries(points, pieces, measure);
  const view = { series, pieces, timeOf, format, label };
  return (
    <Section
      title={t('dashboard.byTime')}
      aside={
        <Group gap="md">
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.measure')}
            value={measure}
            data={MEASURES.map((value) => ({ value, label: t(`dashboard.measures.${value}`) }))}
            onChange={setMeasure}
          />
          <Switch
            size="sm"
            label={t('dashboard.asTable')}
            checked={asTable}
            onChange={() => setAsTable(!asTable)}
          />
        </Group>
      }
    >
      {asTable ? (
        <UsageTable {...view} />
      ) : (
        <Paper withBorder p="md" style={{ borderColor: 'var(--surface-line)' }}>
          <UsageChart {...view} />
        </Paper>
      )}
      <Paper withBorder p="md" style={{ borderColor: 'var(--surface-line)' }} mt="md">
        <ModelShare series={series} format={format} measure={name} />
      </Paper>
    </Section>
  );
}
