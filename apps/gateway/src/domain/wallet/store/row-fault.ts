import SqliteDatabase from 'better-sqlite3';

/** SQLite's codes for what is wrong with a row; the others tell of the disk or of a lock. */
const ROW_FAULT = /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** Whether what could not be stored is itself to blame: others beside it and after it can be. */
export function isRowFault(error: unknown): boolean {
  return !(error instanceof SqliteDatabase.SqliteError) || ROW_FAULT.test(error.code);
}
