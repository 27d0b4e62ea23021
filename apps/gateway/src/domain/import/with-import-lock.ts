import { sql } from 'kysely';
import { join } from 'node:path';
import { tryLockFolder } from '../../platform/lock-folder.ts';
import type { ImportTarget } from './import-run.ts';

/** Key of the advisory lock: the letters "tgim". */
const LOCK = 0x74_67_69_6d;

/**
 * Runs `work` unless another import writes to this installation, from any process or machine: two at once
 * would both find that a row is missing. Returns whether it ran. The lock ends with the process that holds
 * it, so that a killed one blocks nobody.
 */
export function withImportLock(
  { store, config }: Pick<ImportTarget, 'store' | 'config'>,
  work: () => Promise<void>,
): Promise<boolean> {
  return store.kind === 'sqlite'
    ? withFolderLock(join(config.DATA_DIR, 'import-lock'), work)
    : withSessionLock(store.db, work);
}

async function withFolderLock(folder: string, work: () => Promise<void>): Promise<boolean> {
  const unlock = tryLockFolder(folder);
  if (!unlock) return false;
  try {
    await work();
  } finally {
    unlock();
  }
  return true;
}

/** Not a transaction lock: the transaction would stay open for the whole import. */
function withSessionLock(
  db: ImportTarget['store']['db'],
  work: () => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      SELECT pg_try_advisory_lock(${sql.lit(LOCK)}) AS is_ours`.execute(session);
    if (rows[0]?.is_ours !== true) return false;
    try {
      await work();
    } finally {
      // A broken connection has already released the lock.
      await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session).catch(() => {});
    }
    return true;
  });
}
