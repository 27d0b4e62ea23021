import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { usageWindow } from './usage-window.ts';

const NOW = dayjs('2026-11-18T15:20:00').unix();
const shown = (seconds: number | undefined) =>
  dayjs.unix(seconds ?? 0).format('YYYY-MM-DD HH:mm:ss');

test.each([
  ['hour', 0, 24, '2026-11-17 16:00:00', '2026-11-18 15:59:59'],
  ['hour', 1, 24, '2026-11-16 16:00:00', '2026-11-17 15:59:59'],
  ['day', 0, 30, '2026-10-20 00:00:00', '2026-11-18 23:59:59'],
  ['week', 0, 12, '2026-08-30 00:00:00', '2026-11-21 23:59:59'],
] as const)(
  'by %s, %i windows back, %i pieces run from %s to %s',
  (span, back, count, from, to) => {
    const { pieces, start_timestamp, end_timestamp } = usageWindow(span, back, NOW);
    expect(pieces).toHaveLength(count);
    expect(pieces[0]).toBe(start_timestamp);
    expect([shown(start_timestamp), shown(end_timestamp)]).toEqual([from, to]);
  },
);
