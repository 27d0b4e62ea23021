import dayjs from 'dayjs';

/** What the wallet's table shows: a week from Sunday to Saturday, a calendar month or year. */
export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The first and the last second of the period that a moment (seconds) lies in, in the browser's zone. */
export function windowOfPeriod(
  period: Period,
  moment: number,
): { start_timestamp: number; end_timestamp: number } {
  const time = dayjs.unix(moment);
  // Not the start of the week that dayjs knows: that one follows its language.
  const start =
    period === 'week' ? time.subtract(time.day(), 'day').startOf('day') : time.startOf(period);
  return {
    start_timestamp: start.unix(),
    end_timestamp: start.add(1, period).startOf('day').unix() - 1,
  };
}
