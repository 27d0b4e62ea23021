/** One series of a stacked chart. */
export interface ChartSeries {
  key: string;
  name: string;
  /** A color of the theme, as a CSS variable. */
  color: string;
  values: readonly number[];
}

/** The data of a stacked chart and its equivalent table. */
export interface ChartData {
  /** The first one is at the bottom. */
  series: readonly ChartSeries[];
  /** Totals of the previous period, per interval; empty without a comparison. */
  before: readonly number[];
  /** Names of the intervals: short for the axis, full elsewhere. */
  intervals: readonly { start: number; label: string; title: string; beginsDay: boolean }[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  /** Whether only integers are meaningful. */
  whole: boolean;
  /** The accessible name of the chart. */
  label: string;
  beforeName: string;
}

export const CHART_SLOTS = 8;

/** Returns the color of a slot; all series without one share a color. */
export function slotColor(slot: number | undefined): string {
  return slot === undefined ? 'var(--c-other)' : `var(--c${slot + 1})`;
}

/** Returns the total of each interval. */
export function totalsOf({ series, intervals }: Pick<ChartData, 'series' | 'intervals'>): number[] {
  return intervals.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
}

/**
 * Returns how far the bars reach above and below 0, and the previous period: negative values, of intervals in
 * which more was refunded than spent, are stacked downwards.
 */
export function extentOf({
  series,
  intervals,
  before,
}: Pick<ChartData, 'series' | 'intervals' | 'before'>): { top: number; bottom: number } {
  const stack = (index: number, sign: 1 | -1) =>
    series.reduce((sum, { values }) => sum + sign * Math.max(0, sign * (values[index] ?? 0)), 0);
  const ends = intervals.flatMap((_, index) => [stack(index, 1), stack(index, -1)]);
  return { top: Math.max(0, ...ends, ...before), bottom: Math.min(0, ...ends, ...before) };
}
