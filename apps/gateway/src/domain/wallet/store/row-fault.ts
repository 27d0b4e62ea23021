import SqliteDatabase from 'better-sqlite3';

/** SQLite's error codes for a faulty row; all others concern the disk or a lock. */
const ROW_FAULT = /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** Returns whether a row could not be stored because of its own data, while others can be. */
export function isRowFault(error: unknown): boolean {
  return !(error instanceof SqliteDatabase.SqliteError) || ROW_FAULT.test(error.code);
}
