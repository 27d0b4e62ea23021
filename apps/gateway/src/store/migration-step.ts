/** A migration of a database that has rows: about to start, or done. */
export interface MigrationStep {
  name: string;
  /** Log rows that the migration reads; 0 if it does not read the log. */
  rows: number;
  /** Estimated duration in seconds; 0 if negligible. */
  expectedSeconds: number;
  /** Actual duration, once it is done. */
  seconds?: number;
}
