import { sql } from 'kysely';
import { join } from 'node:path';
import { tryLockFolder } from '../../platform/lock-folder.ts';
import type { ImportTarget } from './import-run.ts';
import type { Db } from '../../store/schema.ts';

/** Key of the advisory lock: the letters "tgim". */
const LOCK = 0x74_67_69_6d;
/** Connections that are silent for longer than 45 s are closed. */
const PING_MS = 10_000;

/**
 * Runs `work` unless another import writes to this installation, from any process or machine: two at once
 * would both find that a row is missing. Returns whether it ran. The lock ends with the process that holds
 * it, so that a killed one blocks nobody; if it ends earlier, the signal aborts.
 */
export function withImportLock(
  { store, config }: Pick<ImportTarget, 'store' | 'config'>,
  work: (signal: AbortSignal) => Promise<void>,
  pingMs = PING_MS,
): Promise<boolean> {
  return store.kind === 'sqlite'
    ? withFolderLock(join(config.DATA_DIR, 'import-lock'), () => work(new AbortController().signal))
    : withSessionLock(store.db, work, pingMs);
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
  db: Db,
  work: (signal: AbortSignal) => Promise<void>,
  pingMs: number,
): Promise<boolean> {
  return db.connection().execute(async (session) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      SELECT pg_try_advisory_lock(${sql.lit(LOCK)}) AS is_ours`.execute(session);
    if (rows[0]?.is_ours !== true) return false;
    const lost = new AbortController();
    const ping = () => sql`SELECT 1`.execute(session).catch((error: unknown) => lost.abort(error));
    const timer = setInterval(() => void ping(), pingMs);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
      // A broken connection has already released the lock.
      await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session).catch(() => {});
    }
    return true;
  });
}
