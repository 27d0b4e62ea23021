import { expect, test } from 'vitest';
import { judgeMemory, type MemorySample } from './judge-memory.ts';

const run = (minutes: number, residentAt: (minute: number) => number): MemorySample[] =>
  Array.from({ length: minutes * 6 }, (_, index) => ({
    atSeconds: index * 10,
    residentMb: residentAt(Math.floor(index / 6)),
    heapMb: 50 + (index % 6),
    heapTotalMb: 70,
  }));

test('growth during the warm-up does not count', () => {
  const { drift, spread } = judgeMemory(
    run(12, (minute) => (minute < 2 ? 50 : 100)),
    2,
  );
  expect([drift, spread]).toEqual([0, 0]);
});

test('growth of one percent per minute shows as drift', () => {
  const { drift } = judgeMemory(
    run(12, (minute) => 100 + minute),
    2,
  );
  // Average of minutes 2 and 3 to that of minutes 10 and 11.
  expect(drift).toBeCloseTo(110.5 / 102.5 - 1);
});

test('a single high minute is spread, not drift', () => {
  const { drift, spread } = judgeMemory(
    run(12, (minute) => (minute === 6 ? 120 : 100)),
    2,
  );
  expect(drift).toBe(0);
  expect(spread).toBeCloseTo(120 / 102 - 1);
});

test('the heap of a minute is its lowest value', () => {
  expect(
    judgeMemory(
      run(3, () => 100),
      1,
    ).minutes[0],
  ).toEqual({
    minute: 0,
    residentMb: 100,
    heapMb: 50,
    heapTotalMb: 70,
  });
});
