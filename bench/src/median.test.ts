import { expect, test } from 'vitest';
import { median } from './median.ts';

test('the median is the middle value, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});
