import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverStatsRange, splitStatsRange, type StatsPart } from './split-stats-range.ts';
import { QUARTER, STATS_DAY, STATS_WEEK } from './usage-stats.ts';

const DAYS = 21;
const quarter = fc.integer({ min: 0, max: (DAYS * STATS_DAY) / QUARTER });
const range = fc.tuple(quarter, quarter).map(([one, other]) => ({
  from: Math.min(one, other) * QUARTER,
  to: Math.max(one, other) * QUARTER,
}));

/** Counts how often the parts include each quarter. */
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
      const parts = splitStatsRange({ ...asked, isLatest });
      const signs = parts.map(({ sign }) => sign);
      expect(timesCounted(parts, signs)).toEqual(inside(asked));
      expect(timesCounted(coverStatsRange(asked), [])).toEqual(inside(asked));
      expect(
        timesCounted(coverStatsRange({ ...asked, isLatest: true }), []).slice(
          0,
          asked.to / QUARTER,
        ),
      ).toEqual(inside(asked).slice(0, asked.to / QUARTER));
      for (const { span, from, to } of parts) expect([from % span, to % span]).toEqual([0, 0]);
    }),
  );
});

/** Half a day of quarters and half a week of days, each rounded up. */
const ROWS_AN_END = STATS_DAY / 2 / QUARTER + 4;

test('each end of a range reads at most half a day of quarters and half a week of days, and the latest end reads none', () => {
  fc.assert(
    fc.property(range, (asked) => {
      fc.pre(asked.from < asked.to);
      const rowsOf = (parts: readonly StatsPart[]) =>
        parts
          .filter(({ isEmpty }) => !isEmpty)
          .reduce((rows, { span, from, to }) => rows + (to - from) / span, 0);
      const weeks = Math.ceil((asked.to - asked.from) / STATS_WEEK) + 1;
      expect(rowsOf(splitStatsRange(asked))).toBeLessThanOrEqual(2 * ROWS_AN_END + weeks);
      const latest = splitStatsRange({ ...asked, isLatest: true });
      expect(rowsOf(latest)).toBeLessThanOrEqual(ROWS_AN_END + weeks);
    }),
  );
});
