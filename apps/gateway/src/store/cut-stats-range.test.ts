import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverStatsRange, cutStatsRange, type StatsPart } from './cut-stats-range.ts';
import { QUARTER, STATS_DAY } from './usage-stats.ts';

const DAYS = 6;
const quarter = fc.integer({ min: 0, max: (DAYS * STATS_DAY) / QUARTER });
const range = fc.tuple(quarter, quarter).map(([one, other]) => ({
  from: Math.min(one, other) * QUARTER,
  to: Math.max(one, other) * QUARTER,
}));

/** How often each quarter is counted by some parts. */
function timesCounted(parts: readonly Pick<StatsPart, 'from' | 'to'>[], signs: readonly number[]) {
  return Array.from({ length: (DAYS * STATS_DAY) / QUARTER }, (_, index) =>
    parts.reduce(
      (times, { from, to }, place) =>
        index * QUARTER >= from && index * QUARTER < to ? times + (signs[place] ?? 1) : times,
      0,
    ),
  );
}
const inside = ({ from, to }: { from: number; to: number }) => timesCounted([{ from, to }], [1]);

test('the parts of any range count each of its quarters once, and nothing else', () => {
  fc.assert(
    fc.property(range, fc.boolean(), (asked, isLatest) => {
      fc.pre(asked.from < asked.to);
      const parts = cutStatsRange({ ...asked, isLatest });
      const signs = parts.map(({ sign }) => sign);
      expect(timesCounted(parts, signs)).toEqual(inside(asked));
      expect(timesCounted(coverStatsRange(asked), [])).toEqual(inside(asked));
      expect(
        timesCounted(coverStatsRange({ ...asked, isLatest: true }), []).slice(
          0,
          asked.to / QUARTER,
        ),
      ).toEqual(inside(asked).slice(0, asked.to / QUARTER));
      for (const { span, from, to } of parts)
        if (span === STATS_DAY) expect([from % STATS_DAY, to % STATS_DAY]).toEqual([0, 0]);
    }),
  );
});

test('no end of a range reads the quarters of more than half a day, and one that nothing follows reads none', () => {
  fc.assert(
    fc.property(range, (asked) => {
      fc.pre(asked.from < asked.to);
      const quartersOf = (parts: readonly StatsPart[]) =>
        parts
          .filter(({ span }) => span === QUARTER)
          .reduce((seconds, { from, to }) => seconds + to - from, 0);
      expect(quartersOf(cutStatsRange(asked))).toBeLessThanOrEqual(STATS_DAY);
      // But those after its end, of which there are none.
      const latest = cutStatsRange({ ...asked, isLatest: true }).filter(
        ({ from }) => from < asked.to,
      );
      expect(quartersOf(latest)).toBeLessThanOrEqual(STATS_DAY / 2);
    }),
  );
});
