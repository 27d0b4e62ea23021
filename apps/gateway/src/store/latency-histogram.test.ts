import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addStoredLatencies,
  countLatency,
  type LatencyHistogram,
  mergeStoredLatencies,
  percentileOf,
  writeLatencies,
} from './latency-histogram.ts';

const durations = fc.array(fc.integer({ min: 1, max: 3_600_000 }), {
  minLength: 1,
  maxLength: 200,
});

function count(all: readonly number[]): LatencyHistogram {
  const histogram: LatencyHistogram = new Map();
  for (const ms of all) countLatency(histogram, ms);
  return histogram;
}

test('a percentile from the histogram differs from the true one by at most the width of a bucket', () => {
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (all, share) => {
      const sorted = all.toSorted((left, right) => left - right);
      const truth = sorted[Math.ceil(share * sorted.length) - 1] as number;
      const estimate = percentileOf(count(all), share) as number;
      expect(estimate / truth).toBeGreaterThan(0.8);
      expect((estimate - 1) / truth).toBeLessThan(1.2);
    }),
  );
});

test('two stored histograms merge into that of all their durations, in either order', () => {
  fc.assert(
    fc.property(durations, durations, (some, others) => {
      const [left, right] = [writeLatencies(count(some)), writeLatencies(count(others))];
      const both = writeLatencies(count([...some, ...others]));
      expect(mergeStoredLatencies(left, right)).toBe(both);
      expect(mergeStoredLatencies(right, left)).toBe(both);
      const read: LatencyHistogram = new Map();
      addStoredLatencies(read, both);
      expect(writeLatencies(read)).toBe(both);
    }),
  );
});

test('an empty histogram has no percentile, and merges as nothing', () => {
  expect(percentileOf(new Map(), 0.5)).toBeUndefined();
  expect(mergeStoredLatencies('', '3:1')).toBe('3:1');
});

test('histograms stored one after another add up to the same as each by itself', () => {
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 4 }), (all) => {
      const stored = all.map((each) => writeLatencies(count(each)));
      const [together, apart]: LatencyHistogram[] = [new Map(), new Map()];
      addStoredLatencies(together as LatencyHistogram, stored.join(','));
      for (const each of stored) addStoredLatencies(apart as LatencyHistogram, each);
      expect(together).toEqual(apart);
      expect(together).toEqual(count(all.flat()));
    }),
  );
});
