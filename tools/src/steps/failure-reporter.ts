/** A test, as far as Playwright's reporters are told of it and this one asks. */
interface Test {
  outcome(): 'skipped' | 'expected' | 'unexpected' | 'flaky';
  /** Project, file, and the titles down to the test. */
  titlePath(): string[];
}

interface Fault {
  message?: string;
  /** Begins with the message. */
  stack?: string;
  /** The lines of code around it. */
  snippet?: string;
}

interface Result {
  errors: readonly Fault[];
}

/**
 * A reporter of Playwright that prints nothing but failures, and each as soon as its test has ended: a run
 * that is killed has named them.
 */
// oxlint-disable-next-line import/no-default-export -- what Playwright loads
export default class FailureReporter {
  onTestEnd(test: Test, { errors }: Result): void {
    if (['expected', 'skipped'].includes(test.outcome())) return;
    print(test.titlePath().filter(Boolean).join(' › '), errors);
  }

  /** Called for what fails outside of tests: a file that does not load, a setup that throws. */
  onError(error: Fault): void {
    print('outside of the tests', [error]);
  }
}

function print(title: string, errors: readonly Fault[]): void {
  const texts = errors.map(({ message, stack, snippet }) =>
    [stack ?? message, snippet].filter(Boolean).join('\n'),
  );
  process.stdout.write(`${[`FAILED ${title}`, ...texts].join('\n')}\n\n`);
}
