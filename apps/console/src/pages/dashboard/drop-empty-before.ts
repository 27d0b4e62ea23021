import type { UsageReport } from '@tollgate/contract';

/**
 * Returns a report without the period before if nothing happened in it: there is nothing to compare with, and
 * a row of zeros would look like a fall from them.
 */
export function dropEmptyBefore(report: UsageReport): UsageReport {
  const { before } = report;
  if (!before || before.calls !== 0 || before.spend !== 0) return report;
  return { ...report, before: null, before_pieces: [], before_values: [] };
}
