import type { Kind } from './column-kinds.ts';

/**
 * Rows of the log that a migration gets through in a second, of those that read or index it; all others
 * take the same moment however long the log is. Measured in November 2026 by the processor time of
 * 200,000 rows (100,000 on PostgreSQL) of 500 users in 30 days, on two cores, and rounded down: a disk
 * that is slow, or a machine that has other work, takes longer.
 */
const ROWS_A_SECOND: Record<string, Partial<Record<Kind, number>>> = {
  '0005-log-sums': { sqlite: 50_000, postgres: 30_000 },
  '0006-log-places': { postgres: 100_000 },
  '0025-usage-stats': { sqlite: 8000, postgres: 5000 },
  '0081-failed-log-sums': { sqlite: 500_000, postgres: 1_000_000 },
  // Reads the statistics of the log, which have about two rows for each of its own.
  '0082-usage-stats-spans': { postgres: 200_000 },
  // Reads their days.
  '0086-usage-stats-weeks': { postgres: 500_000 },
};

/** About how many seconds a migration takes beside a log of `rows`; 0 for one that does not read it. */
export function expectSeconds(name: string, kind: Kind, rows: number): number {
  const rate = ROWS_A_SECOND[name]?.[kind];
  return rate === undefined ? 0 : Math.ceil(rows / rate);
}
