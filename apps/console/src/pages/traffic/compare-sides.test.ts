import type { TrafficFigures } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { differenceOf, valueOf } from './compare-sides.ts';

const figures = (fields: Partial<TrafficFigures>): TrafficFigures => ({
  side: 'control',
  calls: 100,
  errors: 1,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost: 1000,
  begin_p50_ms: 200,
  begin_p95_ms: 400,
  total_p50_ms: null,
  total_p95_ms: null,
  ...fields,
});

test('rates and means are computed per request', () => {
  expect(valueOf(figures({}), 'errorRate')).toBe(0.01);
  expect(valueOf(figures({}), 'costPerCall')).toBe(10);
  expect(valueOf(figures({ calls: 0 }), 'errorRate')).toBeNull();
});

test('times and costs differ as ratios, error rates in points, and sums are not compared', () => {
  const other = figures({ begin_p95_ms: 300, errors: 3, cost: 1500, calls: 100 });
  expect(differenceOf(figures({}), other, 'beginP95')).toBe(-0.25);
  expect(differenceOf(figures({}), other, 'errorRate')).toBeCloseTo(0.02);
  expect(differenceOf(figures({}), other, 'costPerCall')).toBe(0.5);
  expect(differenceOf(figures({}), other, 'calls')).toBeNull();
  expect(differenceOf(figures({}), other, 'totalP95')).toBeNull();
});
