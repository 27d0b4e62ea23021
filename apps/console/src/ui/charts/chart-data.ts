/** One series of a stacked chart. */
export interface ChartSeries {
  key: string;
  name: string;
  /** A colour of the theme, by its variable. */
  color: string;
  values: readonly number[];
}

/** What a stacked chart shows, and the table that says the same. */
export interface ChartData {
  /** The first at the bottom. */
  series: readonly ChartSeries[];
  /** The whole of the period before, piece by piece; empty where nothing is compared. */
  before: readonly number[];
  /** How each piece of time is named: briefly at the axis, fully elsewhere. */
  pieces: readonly { start: number; label: string; title: string; beginsDay: boolean }[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  /** Only whole numbers have a meaning. */
  whole: boolean;
  /** What the chart is, for those who do not see it. */
  label: string;
  beforeName: string;
}

export const CHART_SLOTS = 8;

/** The colour of a slot; of all that have none for others. */
export function slotColor(slot: number | undefined): string {
  return slot === undefined ? 'var(--c-other)' : `var(--c${slot + 1})`;
}

/** The whole of each piece. */
export function totalsOf({ series, pieces }: Pick<ChartData, 'series' | 'pieces'>): number[] {
  return pieces.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
}
