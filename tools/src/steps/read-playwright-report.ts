import type { Tally } from '../process/tally.ts';

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Errors outside of tests: a file that does not load, a server that does not start. */
  errors: unknown[];
}

/** Counts the tests in a JSON report of Playwright. A test that passed only on retry counts as failed. */
export function readPlaywrightReport(text: string): Tally {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
