import { expect, test } from 'vitest';
import { toUsageSeries, MODELS_MAX } from './usage-series.ts';

const point = (model_name: string, created_at: number, quota: number) => ({
  model_name,
  created_at,
  quota,
  count: 1,
  token_used: 10 * quota,
});

test('each model is a series with a value for every piece, the greatest first', () => {
  const points = [point('a', 0, 1), point('b', 3600, 5), point('a', 7200, 2)];
  expect(toUsageSeries(points, [0, 3600, 7200], 'quota')).toEqual([
    { model: 'b', values: [0, 5, 0], total: 5 },
    { model: 'a', values: [1, 0, 2], total: 3 },
  ]);
  expect(toUsageSeries(points, [0, 3600, 7200], 'count').map(({ total }) => total)).toEqual([2, 1]);
});

test('from the ninth on models are one series, and nothing is lost', () => {
  const points = Array.from({ length: 12 }, (_, index) => point(`m${index}`, 0, index + 1));
  const series = toUsageSeries(points, [0], 'quota');
  expect(series).toHaveLength(MODELS_MAX + 1);
  expect(series.at(-1)).toEqual({ model: undefined, values: [1 + 2 + 3 + 4], total: 10 });
});
