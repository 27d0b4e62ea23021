import { sql } from 'kysely';
import { join } from 'node:path';
import { tryLockFolder } from '../../platform/lock-folder.ts';
import type { ImportTarget } from './import-run.ts';

/** Names the lock among those of the database; the letters "tgim". */
const LOCK = 0x74_67_69_6d;

/**
 * Runs `work` unless another import writes to this installation, from whatever process or machine: two at once
 * would both find that a row is not there yet. Answers whether it was run. The lock ends with the process that
 * has it, so that one that was killed is in nobody's way.
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

/** Not by a transaction: it would be open for as long as the import takes. */
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
      // A connection that broke off has given the lock back.
      await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session).catch(() => {});
    }
    return true;
  });
}
