/** A migration of a database that has rows: about to begin, or done. */
export interface MigrationStep {
  name: string;
  /** Of the log, where the migration reads it; else 0. */
  rows: number;
  /** About how long it takes; 0 for a moment. */
  expectedSeconds: number;
  /** How long it took, once it is done. */
  seconds?: number;
}
