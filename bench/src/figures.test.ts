import { expect, test } from 'vitest';
import { computeFigures, judge } from './figures.ts';
import type { WorkloadResult } from './run-workload.ts';
import { nginxTarget } from './targets/nginx-target.ts';
import { skeletonTarget } from './targets/skeleton-target.ts';
import { tollgateTarget } from './targets/tollgate-target.ts';
import type { Target } from './target.ts';
import { WORKLOADS } from './workloads.ts';

const samplesOf = (rates: number[], errors = 0) =>
  rates.map((requestsPerSecond) => ({
    requests: 1,
    requestsPerSecond,
    p50Ms: 1,
    p99Ms: 1,
    errors,
    cpuMicroseconds: 100,
    cpuShare: 1,
    foreignShare: 0,
    memoryMegabytes: 1,
  }));

function resultOf(measured: [Target, number[], number?][]): WorkloadResult {
  const [workload] = WORKLOADS;
  if (!workload) throw new Error('no workload');
  return {
    workload,
    measured: measured.map(([target, rates, errors]) => ({
      target,
      samples: samplesOf(rates, errors),
    })),
    skipped: [],
  };
}

test('a ratio is computed within a round, so that a slow minute affects both sides', () => {
  const result = resultOf([
    [skeletonTarget, [20_000, 5000, 20_000]],
    [tollgateTarget, [10_000, 2500, 12_000]],
  ]);
  expect(computeFigures([result], undefined)).toMatchObject([
    { what: 'non-stream, full path ÷ bare skeleton', measured: 0.5, hold: 0.9, aim: 1.3 },
  ]);
});

test('errors invalidate a figure, because errors are fast', () => {
  expect(
    computeFigures(
      [
        resultOf([
          [nginxTarget, [80_000]],
          [tollgateTarget, [70_000], 3],
        ]),
      ],
      undefined,
    ),
  ).toEqual([]);
});

test('without our gateway there are no figures', () => {
  expect(computeFigures([resultOf([[nginxTarget, [80_000]]])], 'it ended at once')).toEqual([]);
});

test('cold starts are in seconds, and less is better', () => {
  const figures = computeFigures([], { firstBootMs: 1200, laterStartMs: 600, uncompiledMs: 1400 });
  expect(figures.map((figure) => [figure.measured, judge(figure)])).toEqual([
    [1.2, 'holds'],
    [0.6, 'aim reached'],
  ]);
});

test('a figure below its limit is marked as such', () => {
  const [figure] = computeFigures(
    [
      resultOf([
        [nginxTarget, [100_000]],
        [tollgateTarget, [17_999]],
      ]),
    ],
    undefined,
  );
  expect(figure && judge(figure)).toBe('BELOW');
});
