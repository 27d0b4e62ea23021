import type { Generated } from 'kysely';

/** How far each log store has been filled from this database, by its id. */
export interface LogStoresTable {
  id: string;
  /** All rows of the log up to this id are in the store. */
  shipped_id: number;
  /** Users erased before this time (seconds) are erased in the store too. */
  erased_until: number;
  /** The last row of `log_deletions` that was applied. */
  deletion_id: number;
  /** Seconds: older rows may only be in the store. */
  pruned_before: number;
  /** Seconds: details of older calls were deleted in the store. */
  details_before: Generated<number>;
  /** Seconds: when a month was last compared; 0 has one compared at the next check. */
  compared_at: Generated<number>;
  /** The end of that month (seconds). */
  compared_month: Generated<number>;
  /** Rows that were missing then. */
  missing_rows: Generated<number>;
  /** Seconds: when it was last refilled; 0 for never. */
  refilled_at: Generated<number>;
  /** Number of consecutive refills. */
  refills: Generated<number>;
}

/** Deletions of log rows by administrators, which log stores follow. */
interface LogDeletionsTable {
  id: Generated<number>;
  /** Seconds. */
  before: number;
  last_id: number;
}

/** One row: up to when (seconds) details of calls were deleted in this database. */
interface LogDetailsTable {
  id: number;
  expired_before: number;
}

export interface LogStoreTables {
  log_details: LogDetailsTable;
  log_stores: LogStoresTable;
  log_deletions: LogDeletionsTable;
}
