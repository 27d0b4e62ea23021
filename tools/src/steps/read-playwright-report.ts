import type { Tally } from '../process/tally.ts';

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** What went wrong outside of tests: a file that does not load, a server that does not start. */
  errors: unknown[];
}

/** Counts the tests of a JSON report of Playwright. One that passed only when repeated has failed. */
export function readPlaywrightReport(text: string): Tally {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
