import SqliteDatabase from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes sure that no second process works in a data folder: it would take the first one's leases
 * and charge its calls again. The operating system lets go of the lock however the process ends.
 * Answers the way to unlock; throws an Error that says what to do when another process is there.
 */
export function lockFolder(folder: string): () => void {
  const unlock = tryLockFolder(folder);
  if (unlock) return unlock;
  throw new Error(
    `Another process works in the folder ${folder}. Stop it, or give this one a DATA_DIR of its own.`,
  );
}

/** The same; undefined when another process is there. */
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
