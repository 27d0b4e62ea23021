import { expect, test } from 'vitest';
import { addTallies, failedOnce, isGreen, passedOnce, renderTally, skippedOnce } from './tally.ts';

test('the summary line is the plain one that CI reads', () => {
  const total = addTallies([passedOnce, passedOnce, failedOnce, skippedOnce]);
  expect(renderTally(total)).toBe('2 passed, 1 failed, 1 skipped');
});

test('a run is green when something passed and nothing failed', () => {
  expect(isGreen(addTallies([passedOnce, skippedOnce]))).toBe(true);
  expect(isGreen(addTallies([passedOnce, failedOnce]))).toBe(false);
  expect(isGreen(skippedOnce)).toBe(false);
  expect(isGreen(addTallies([]))).toBe(false);
});
