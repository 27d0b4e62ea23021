import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { PERIODS, windowOfPeriod } from './period.ts';

const at = (text: string) => dayjs(text).unix();
const shown = (seconds: number) => dayjs.unix(seconds).format('YYYY-MM-DD HH:mm:ss');

test.each([
  ['week', '2026-11-18T12:00:00', '2026-11-15 00:00:00', '2026-11-21 23:59:59'],
  ['week', '2026-11-15T00:00:00', '2026-11-15 00:00:00', '2026-11-21 23:59:59'],
  ['week', '2026-11-21T23:59:59', '2026-11-15 00:00:00', '2026-11-21 23:59:59'],
  ['week', '2027-01-01T08:00:00', '2026-12-27 00:00:00', '2027-01-02 23:59:59'],
  ['month', '2024-02-29T10:00:00', '2024-02-01 00:00:00', '2024-02-29 23:59:59'],
  ['year', '2026-11-18T12:00:00', '2026-01-01 00:00:00', '2026-12-31 23:59:59'],
] as const)('the %s around %s runs from %s to %s', (period, moment, first, last) => {
  const { start_timestamp, end_timestamp } = windowOfPeriod(period, at(moment));
  expect([shown(start_timestamp), shown(end_timestamp)]).toEqual([first, last]);
});

test('a period stays the same throughout', () => {
  for (const period of PERIODS) {
    const { start_timestamp, end_timestamp } = windowOfPeriod(period, at('2026-11-18T12:00:00'));
    for (const moment of [start_timestamp, end_timestamp])
      expect(windowOfPeriod(period, moment)).toEqual({ start_timestamp, end_timestamp });
    expect(windowOfPeriod(period, end_timestamp + 1).start_timestamp).toBe(end_timestamp + 1);
  }
});
