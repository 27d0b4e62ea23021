/** Approximate number of grid lines. */
const LINES = 4;

/**
 * Returns round ticks of an axis that includes 0, `top` and `bottom`: 1, 2, 2.5 or 5 times a power of ten
 * apart.
 */
export function axisTicks(top: number, whole = false, bottom = 0): number[] {
  const span = Math.max(0, top) - Math.min(0, bottom);
  // Zero has no scale of its own, and an axis needs two ticks.
  if (span === 0) return [0, 1];
  const rough = (whole ? Math.max(span, LINES) : span) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step =
    steps.find((candidate) => candidate >= rough && (!whole || Number.isInteger(candidate))) ??
    rough;
  const first = Math.floor(Math.min(0, bottom) / step);
  const last = Math.ceil(Math.max(0, top) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Returns the intervals to label: those that begin a day if there are several, at most `most`. */
export function labelledIntervals(beginsDay: readonly boolean[], most: number): number[] {
  const all = beginsDay.map((_, index) => index);
  const days = all.filter((index) => beginsDay[index]);
  const candidates = days.length > 1 ? days : all;
  const step = Math.ceil(candidates.length / most);
  return candidates.filter((_, position) => position % step === 0);
}
