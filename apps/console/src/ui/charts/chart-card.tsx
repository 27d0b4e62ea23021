import i18next from 'i18next';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../texts.tsx';
import { formatChange } from '../format/format-change.ts';
import type { ChartData } from './chart-data.ts';

/** The values of one interval of a chart, with its total and the previous period. */
export function ChartCard({
  data,
  index,
  style,
}: {
  data: ChartData;
  index: number;
  /** Position of a floating card; without it the card is a block. */
  style?: CSSProperties;
}) {
  const { t } = useTranslation();
  const { series, before, intervals, format, beforeName } = data;
  const total = totalOf(data, index);
  const past = before[index];
  return (
    <div className="chart-card" data-floating={style !== undefined} style={style} aria-hidden>
      <strong>{intervals[index]?.title}</strong>
      <dl>
        {series
          .filter(({ values }) => (values[index] ?? 0) !== 0)
          .map(({ key, name, color, values }) => (
            <Line key={key} name={name} value={format(values[index] ?? 0)} color={color} mono />
          ))}
        <div className="chart-rule" />
        <Line name={t('ui.chart.total')} value={format(total)} strong />
        {past === undefined ? null : (
          <Line
            name={beforeName}
            value={[format(past), ...(formatChange(total, past) ?? [])].join(' · ')}
            color="before"
          />
        )}
      </dl>
    </div>
  );
}

function Line({
  name,
  value,
  color,
  mono = false,
  strong = false,
}: {
  name: string;
  value: string;
  color?: string;
  mono?: boolean;
  strong?: boolean;
}) {
  const weight = strong ? { fontWeight: 600 } : undefined;
  return (
    <>
      <dt>
        {color === undefined ? (
          <span />
        ) : (
          <span
            className="chart-swatch"
            {...(color === 'before' ? { 'data-before': true } : { style: { background: color } })}
          />
        )}
        <span className={mono ? 'mono' : undefined} style={weight}>
          {name}
        </span>
      </dt>
      <dd style={weight}>{value}</dd>
    </>
  );
}

function totalOf({ series }: ChartData, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** Describes an interval in one sentence, for screen readers. */
export function describeInterval(data: ChartData, index: number): string {
  const parts = data.series
    .filter(({ values }) => (values[index] ?? 0) !== 0)
    .map(({ name, values }) => `${name} ${data.format(values[index] ?? 0)}`);
  const total = `${i18next.t('ui.chart.total')} ${data.format(totalOf(data, index))}`;
  return [data.intervals[index]?.title ?? '', total, ...parts].join(i18next.t('ui.comma'));
}
