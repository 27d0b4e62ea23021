import type { Generated } from 'kysely';

/** How far each log store beside this database has been filled, by the name that it bears. */
export interface LogStoresTable {
  id: string;
  /** All rows of the log up to this id are there. */
  shipped_id: number;
  /** Users who were made anonymous before (seconds) are so there too. */
  erased_until: number;
  /** The last row of `log_deletions` that was followed. */
  deletion_id: number;
  /** Seconds: rows of before may be only there. */
  pruned_before: number;
  /** Seconds: details of calls of before were deleted there. */
  details_before: Generated<number>;
  /** Seconds: when a month was last compared; 0 has one compared at the next look. */
  compared_at: Generated<number>;
  /** The end of that month (seconds). */
  compared_month: Generated<number>;
  /** Rows that it lacked then. */
  missing_rows: Generated<number>;
  /** Seconds: when it was last filled again; 0 for never. */
  refilled_at: Generated<number>;
  /** How often in a row it was filled again. */
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
