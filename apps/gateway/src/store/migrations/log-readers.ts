import type { Kind } from './column-kinds.ts';

/**
 * Log rows per second for migrations that read or index the log; all others take the same short time however
 * long it is. Measured in November 2026 as processor time for 200,000 rows (100,000 on PostgreSQL) of 500
 * users in 30 days, on two cores, and rounded down: slow disks and busy machines take longer.
 */
const ROWS_A_SECOND: Record<string, Partial<Record<Kind, number>>> = {
  '0005-log-sums': { sqlite: 50_000, postgres: 30_000 },
  '0006-log-places': { postgres: 100_000 },
  '0025-usage-stats': { sqlite: 8000, postgres: 5000 },
  '0081-failed-log-sums': { sqlite: 500_000, postgres: 1_000_000 },
  // Reads the statistics, which have about two rows per log row.
  '0082-usage-stats-spans': { postgres: 200_000 },
  // Reads the statistics by day.
  '0086-usage-stats-weeks': { postgres: 500_000 },
};

/** Estimates how many seconds a migration takes with a log of `rows`; 0 if it does not read the log. */
export function expectSeconds(name: string, kind: Kind, rows: number): number {
  const rate = ROWS_A_SECOND[name]?.[kind];
  return rate === undefined ? 0 : Math.ceil(rows / rate);
}
