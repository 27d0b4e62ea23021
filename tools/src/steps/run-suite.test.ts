import { expect, test } from 'vitest';
import { judge } from './run-suite.ts';

const counted = { passed: 3, failed: 0, skipped: 1 };

test('a suite that ended well is as its report says', () => {
  expect(judge(0, counted)).toEqual(counted);
});

test('a bad exit code is a failure even where the report has none', () => {
  expect(judge(1, counted)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('failures are not counted twice', () => {
  expect(judge(1, { ...counted, failed: 2 }).failed).toBe(2);
});

test('a suite that ran nothing, or left no report, has failed', () => {
  expect(judge(0, { passed: 0, failed: 0, skipped: 4 }).failed).toBe(1);
  expect(judge(0, undefined).failed).toBe(1);
});
