import { expect, test } from 'vitest';
import { parseCoreSeconds } from './core-usage.ts';

const STATISTICS =
  'cpu  30 0 30 900 0 0 0 0 0 0\ncpu0 1000 200 300 40000 5 6 7 400 0 0\ncpu1 10 0 10 500 0 0 0 0 0 0\n';

test('time of programs and of other machines counts, idle and interrupt time does not', () => {
  expect(parseCoreSeconds(STATISTICS, 0)).toBe(19);
  expect(parseCoreSeconds(STATISTICS, 1)).toBe(0.2);
});

test('a system that does not report it gives NaN', () => {
  expect(parseCoreSeconds('', 0)).toBeNaN();
  expect(parseCoreSeconds('cpu0 \n', 3)).toBeNaN();
});
