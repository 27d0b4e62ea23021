import { expect, test } from 'vitest';
import { readPlaywrightReport } from './read-playwright-report.ts';

const report = (errors: unknown[]) =>
  JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 3 }, errors });

test('a test that passed only on retry counts as failed', () => {
  expect(readPlaywrightReport(report([]))).toEqual({ passed: 7, failed: 3, skipped: 3 });
});

test('an error outside of tests counts as failed', () => {
  expect(readPlaywrightReport(report([{ message: 'no server' }])).failed).toBe(4);
});
