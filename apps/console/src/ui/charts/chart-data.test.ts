import { expect, test } from 'vitest';
import { extentOf } from './chart-data.ts';

test('what a refund makes negative reaches below 0 and does not shorten what others spent', () => {
  const of = (...values: number[]) => ({ key: '', name: '', color: '', values });
  const interval = { start: 0, label: '', title: '', beginsDay: false };
  const chart = { intervals: [interval, interval], series: [of(5, -2), of(3, 1)] };
  expect(extentOf({ ...chart, before: [] })).toEqual({ top: 8, bottom: -2 });
  expect(extentOf({ ...chart, before: [9, -4] })).toEqual({ top: 9, bottom: -4 });
  expect(extentOf({ intervals: [interval], series: [of(4)], before: [1] })).toEqual({
    top: 4,
    bottom: 0,
  });
});
