import SqliteDatabase from 'better-sqlite3';

/** SQLite's codes for a faulty row; all others concern the disk or a lock. */
const ROW_FAULT = /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** Whether a row failed to be stored through its own fault: others beside and after it can be stored. */
export function isRowFault(error: unknown): boolean {
  return !(error instanceof SqliteDatabase.SqliteError) || ROW_FAULT.test(error.code);
}
