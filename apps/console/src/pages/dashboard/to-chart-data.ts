import type { UsageMeasure, UsageReport } from '@tollgate/contract';
import {
  CHART_SLOTS,
  type ChartData,
  type ChartSeries,
  slotColor,
} from '../../ui/charts/chart-data.ts';
import { formatSpan } from '../../ui/format/format-span.ts';
import { shownUsername } from '../../ui/format/shown-username.ts';
import { toWallClock } from '../../ui/filters/wall-clock.ts';

/** Localized texts and formats of a chart. */
export interface ChartWords {
  other: (count: number) => string;
  unnamed: (key: string) => string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  label: string;
  beforeName: string;
  language: string;
  /** The time zone that determines days; '' means the browser's. */
  zone: string;
}

/** Converts a report to a stacked chart: up to eight series, and the others as one. */
export function toChartData(
  report: UsageReport,
  {
    measure,
    slots,
    words,
  }: { measure: UsageMeasure; slots: ReadonlyMap<string, number>; words: ChartWords },
): ChartData {
  const { rows, other_values: others, count, edges, piece } = report;
  const charted = rows.slice(0, CHART_SLOTS);
  const series: ChartSeries[] = charted.map(({ key, name, is_team, values }) => ({
    key,
    name:
      (report.by === 'user' ? shownUsername({ username: name, is_team }) : name) ||
      words.unnamed(key),
    color: slotColor(slots.get(key)),
    values,
  }));
  if (others.some((value) => value !== 0))
    series.push({
      key: '\n',
      name: words.other(Math.max(0, count - charted.length)),
      color: slotColor(undefined),
      values: others,
    });
  const intervals = edges.slice(0, -1).map((start, index) => ({
    start,
    ...labelInterval({ start, end: edges[index + 1] ?? start, piece }, words),
    beginsDay: piece !== 'hour' && toWallClock(start, words.zone).hour() === 0,
  }));
  return {
    series,
    before: report.before_values,
    intervals,
    format: words.format,
    formatAxis: words.formatAxis,
    whole: measure !== 'spend',
    label: words.label,
    beforeName: words.beforeName,
  };
}

function labelInterval(
  { start, end, piece }: { start: number; end: number; piece: UsageReport['piece'] },
  { language, zone }: Pick<ChartWords, 'language' | 'zone'>,
) {
  const locale = language === 'en' ? 'en-GB' : language;
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(zone === '' ? {} : { timeZone: zone }) });
  const format = (options: Intl.DateTimeFormatOptions, at = start) =>
    formatOf(options).format(at * 1000);
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (piece === 'hour' || piece === '6h')
    return {
      label: piece === 'hour' ? format(time) : format({ weekday: 'short', day: 'numeric' }),
      title: `${day} ${format(time)}–${format(time, end)}`,
    };
  const brief = format({ day: 'numeric', month: 'short' });
  if (piece === 'day') return { label: brief, title: day };
  return {
    label: brief,
    title: formatSpan(
      formatOf({ day: 'numeric', month: 'short', year: 'numeric' }),
      start * 1000,
      (end - 1) * 1000,
    ),
  };
}
