import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseInterval, splitIntoIntervals } from './split-into-intervals.ts';

const at = (time: string) => Date.parse(time) / 1000;
const hoursOf = (edges: number[]) =>
  edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / 3600);

test.each([
  ['Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', [24, 23, 24]],
  ['Europe/Berlin', '2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z', [24, 25, 24]],
  ['Asia/Kolkata', '2026-11-15T18:30:00Z', '2026-11-18T00:00:00Z', [24, 24, 5.5]],
  ['America/Santiago', '2026-09-05T04:00:00Z', '2026-09-08T03:00:00Z', [24, 23, 24]],
  ['UTC', '2026-11-15T12:00:00Z', '2026-11-17T06:00:00Z', [12, 24, 6]],
] as const)('days of %s from %s end at local midnight', (zone, from, to, hours) => {
  expect(hoursOf(splitIntoIntervals({ from: at(from), to: at(to) }, 'day', zone))).toEqual(hours);
});

test('weeks begin on Monday and quarters of a day at 0, 6, 12 and 18, even after a clock change', () => {
  const range = { from: at('2026-11-18T00:00:00Z'), to: at('2026-12-01T00:00:00Z') };
  expect(splitIntoIntervals(range, 'week', 'UTC')).toEqual(
    ['2026-11-18', '2026-11-23', '2026-11-30', '2026-12-01'].map((day) => at(`${day}T00:00:00Z`)),
  );
  const change = { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') };
  expect(hoursOf(splitIntoIntervals(change, '6h', 'Europe/Berlin'))).toEqual([7, 6, 6, 6]);
});

test('pieces are contiguous in every time zone, and never more than a chart can show', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 1_888_888, max: 2_000_000 }),
      fc.integer({ min: 1, max: 35_136 }),
      fc.constantFrom('', 'hour', '6h', 'day', 'week'),
      (zone, quarter, length, wanted) => {
        const range = { from: quarter * 900, to: (quarter + length) * 900 };
        const edges = splitIntoIntervals(range, chooseInterval(length * 900, wanted), zone);
        expect([edges[0], edges.at(-1)]).toEqual([range.from, range.to]);
        for (const [index, edge] of edges.entries()) {
          expect(edge % 900).toBe(0);
          if (index > 0) expect(edge).toBeGreaterThan(edges[index - 1] ?? 0);
        }
        expect(edges.length).toBeLessThan(405);
      },
    ),
  );
});
