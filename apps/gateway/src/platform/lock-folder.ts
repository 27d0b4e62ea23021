import SqliteDatabase from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Locks a data folder to one process: a second one would take over the first one's leases and charge its
 * calls again. The operating system releases the lock however the process ends. Returns the function that
 * unlocks; throws an OperatorError when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const unlock = tryLockFolder(folder);
  if (unlock) return unlock;
  throw new OperatorError('data.locked', { folder });
}

/** Locks a data folder; returns undefined when another process holds it. */
export function tryLockFolder(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new SqliteDatabase(join(folder, 'process.lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return () => void database.close();
}
