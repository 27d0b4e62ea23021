import { expect, test } from 'vitest';
import { percentile } from './percentile.ts';

test('the given share of all values is at most the percentile', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.95, 0.99, 1].map((part) => percentile(values, part))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
