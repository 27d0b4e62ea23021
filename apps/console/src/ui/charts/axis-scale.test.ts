import { expect, test } from 'vitest';
import { axisTicks, labelledIntervals } from './axis-scale.ts';

test.each([
  [246, [0, 100, 200, 300]],
  [0.83, [0, 0.25, 0.5, 0.75, 1]],
  [0, [0, 1]],
  [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('an axis up to %d has round ticks that enclose it', (top, marks) => {
  expect(axisTicks(top)).toEqual(marks);
});

test('an axis reaches below 0 as far as its values do', () => {
  expect(axisTicks(3, false, -0.4)).toEqual([-1, 0, 1, 2, 3]);
  expect(axisTicks(0, false, -8)).toEqual([-8, -6, -4, -2, 0]);
});

test('counts have ticks at integers, even for tiny values', () => {
  expect(axisTicks(2, true)).toEqual([0, 1, 2]);
  expect(axisTicks(0, true)).toEqual([0, 1]);
});

test('labels are placed at starts of days, and never more than fit', () => {
  const days = [true, false, false, false, true, false, false, false, true];
  expect(labelledIntervals(days, 8)).toEqual([0, 4, 8]);
  expect(labelledIntervals(days, 2)).toEqual([0, 8]);
  expect(
    labelledIntervals(
      Array.from({ length: 30 }, () => true),
      6,
    ),
  ).toEqual([0, 5, 10, 15, 20, 25]);
  expect(labelledIntervals([false, false, false], 8)).toEqual([0, 1, 2]);
});
