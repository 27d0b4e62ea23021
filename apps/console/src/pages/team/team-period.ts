import { comparedRange, rangeOfPreset } from '../../ui/filters/date-range.ts';
import type { KeyLimit } from '../../ui/format/key-limits.ts';

const DAY = 86_400;

/** Returns the query of a team's report at a given time (seconds): the last 30 days and those before. */
export function teamReportQuery(now: number, zone: string) {
  const range = rangeOfPreset('30d', now, zone);
  const before = comparedRange(range, 'before', zone);
  return {
    ...range,
    before_start: before?.start ?? 0,
    before_end: before?.end ?? 0,
    time_zone: zone,
  };
}

type Period = Exclude<KeyLimit['kind'], 'total'>;

/**
 * Returns when the current period of a member's limits began, and when the next one begins. Periods are in
 * UTC; weeks begin on Monday.
 */
export function limitPeriod(kind: Period, now: number): { start: number; endsAt: number } {
  const day = now - (now % DAY);
  if (kind === 'day') return { start: day, endsAt: day + DAY };
  const at = new Date(day * 1000);
  if (kind === 'week') {
    const start = day - ((at.getUTCDay() + 6) % 7) * DAY;
    return { start, endsAt: start + 7 * DAY };
  }
  const month = (ahead: number) =>
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1) / 1000;
  return { start: month(0), endsAt: month(1) };
}
