import { expect, onTestFinished, test, vi } from 'vitest';
import FailureReporter from './failure-reporter.ts';

type Outcome = 'skipped' | 'expected' | 'unexpected' | 'flaky';

/** Returns what the reporter prints of a test that ends like this. */
function print(tell: (reporter: FailureReporter) => void): string {
  let written = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  tell(new FailureReporter());
  return written;
}

const end = (outcome: Outcome) => (reporter: FailureReporter) =>
  reporter.onTestEnd(
    { outcome: () => outcome, titlePath: () => ['', 'pages', 'a.spec.ts', 'a door opens'] },
    { errors: [{ message: 'shut', stack: 'Error: shut\n    at a.spec.ts:1', snippet: '> 1 |' }] },
  );

test('a test that fails is named as soon as it has ended, with its error and where it happened', () => {
  for (const outcome of ['unexpected', 'flaky'] as const)
    expect(print(end(outcome))).toBe(
      'FAILED pages › a.spec.ts › a door opens\nError: shut\n    at a.spec.ts:1\n> 1 |\n\n',
    );
});

test('tests that pass or are skipped are not mentioned', () => {
  expect(print(end('expected'))).toBe('');
  expect(print(end('skipped'))).toBe('');
});

test('an error outside of tests is shown', () => {
  expect(print((reporter) => reporter.onError({ message: 'no server' }))).toContain('no server');
});
