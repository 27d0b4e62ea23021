import { expect, test } from 'vitest';
import { readVitestReport } from './read-vitest-report.ts';

const report = (change: object) =>
  JSON.stringify({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [{ status: 'passed', assertionResults: [{}] }],
    ...change,
  });

test('passed, failed and skipped tests are counted', () => {
  expect(readVitestReport(report({ numFailedTests: 2 }))).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
  });
});

test('a file that could not be loaded counts as a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(readVitestReport(report({ testResults })).failed).toBe(1);
});
