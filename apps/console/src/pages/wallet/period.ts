import dayjs from 'dayjs';

/** Periods of the wallet's table: a week from Sunday to Saturday, a calendar month or year. */
export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/**
 * Returns the first and last second of the period that contains a time (seconds), in the browser's time zone.
 */
export function windowOfPeriod(
  period: Period,
  moment: number,
): { start_timestamp: number; end_timestamp: number } {
  const time = dayjs.unix(moment);
  // Not dayjs's start of the week, which depends on its locale.
  const start =
    period === 'week' ? time.subtract(time.day(), 'day').startOf('day') : time.startOf(period);
  return {
    start_timestamp: start.unix(),
    end_timestamp: start.add(1, period).startOf('day').unix() - 1,
  };
}
