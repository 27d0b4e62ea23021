const DAY = 86_400;

/**
 * Returns the first second of the day that contains a time, where the clock has this offset from UTC (seconds):
 * it may have changed since the day began. Unix seconds.
 */
export function startOfDay(at: number, offsetAt: (at: number) => number): number {
  const offset = offsetAt(at);
  const midnight = Math.floor((at + offset) / DAY) * DAY;
  return midnight - offsetAt(midnight - offset);
}
