import { expect, test } from 'vitest';
import { limitPeriod } from './team-period.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1000;

test.each([
  ['day', '2026-11-29T23:30', '2026-11-29T00:00', '2026-11-30T00:00'],
  // A Sunday belongs to the week that began on Monday.
  ['week', '2026-11-29T23:30', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['week', '2026-11-30T00:00', '2026-11-30T00:00', '2026-12-07T00:00'],
  ['month', '2026-12-31T12:00', '2026-12-01T00:00', '2027-01-01T00:00'],
] as const)(
  'the %s of a limit at %s began at %s and ends at %s, in UTC',
  (kind, now, start, end) => {
    expect(limitPeriod(kind, at(now))).toEqual({ start: at(start), endsAt: at(end) });
  },
);
