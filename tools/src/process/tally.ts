export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const passedOnce: Tally = { passed: 1, failed: 0, skipped: 0 };
export const failedOnce: Tally = { passed: 0, failed: 1, skipped: 0 };
export const skippedOnce: Tally = { passed: 0, failed: 0, skipped: 1 };

export function addTallies(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** Returns the summary line that CI reads; nothing else writes it. */
export function renderTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Whether nothing failed and something ran at all. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}
