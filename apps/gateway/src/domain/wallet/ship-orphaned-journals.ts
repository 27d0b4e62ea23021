import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Clock, isUnexpired, nowSeconds } from '../../platform/clock.ts';
import { tryLockFolder } from '../../platform/lock-folder.ts';
import { findNodeSeenAt } from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { LocalJournal } from './store/local-journal.ts';
import { journalPath, listNodeFolders } from './node-folders.ts';
import { PostgresBackend } from './postgres-backend.ts';

/** A killed worker is back within seconds; one that has been silent for longer may never come back. */
export const ORPHAN_AFTER_SECONDS = 60;

export interface AdoptOptions {
  store: Store;
  dataDir: string;
  /** The folder of this process, which ships its journal itself. */
  ownFolder: string;
  clock: Clock;
  durability: 'normal' | 'full';
}

export interface Adoption {
  nodeId: string;
  /** Number of charges shipped. */
  rows: number;
  /** Number of charges set aside, if any. */
  refused?: number;
}

/**
 * Ships the journals of processes on this machine that no longer run, for example after WORKERS was lowered,
 * and returns their leases. A process owns its folder by a lock that ends with it, so any live worker may try
 * at any time and only one succeeds. Returns what was shipped; throws after the last journal if one could not
 * be shipped.
 */
export async function shipOrphanedJournals(options: AdoptOptions): Promise<Adoption[]> {
  // On SQLite the log is the journal, and there is only one process.
  if (options.store.kind === 'sqlite') return [];
  const adopted: Adoption[] = [];
  let lastError: Error | undefined;
  for (const folder of listNodeFolders(options.dataDir)) {
    if (resolve(folder) === resolve(options.ownFolder) || !existsSync(journalPath(folder)))
      continue;
    // An unreadable journal must not block the others.
    const adoption = await adoptFolder(folder, options).catch((error: unknown) => {
      lastError = new Error(`${journalPath(folder)}: ${String(error)}`, { cause: error });
    });
    if (adoption) adopted.push(adoption);
  }
  if (lastError) throw lastError;
  return adopted;
}

async function adoptFolder(folder: string, options: AdoptOptions): Promise<Adoption | undefined> {
  const unlock = tryLockFolder(folder);
  if (!unlock) return undefined;
  try {
    const { durability } = options;
    const journal = new LocalJournal({ path: journalPath(folder), durability });
    try {
      return await ship(journal, options);
    } finally {
      await journal.close();
    }
  } finally {
    unlock();
  }
}

/** Ships the journal as a restart of that process would: under its own node name and numbers. */
async function ship(
  journal: LocalJournal,
  { store, clock }: AdoptOptions,
): Promise<Adoption | undefined> {
  const rows = journal.state().rows + journal.notedStreams();
  const nodeId = journal.owner();
  if (rows === 0 || nodeId === undefined) return undefined;
  const seenAt = await findNodeSeenAt(store.db, nodeId);
  // A node that this database has never seen used another one: its charges don't belong here.
  if (seenAt === undefined || isUnexpired(seenAt, ORPHAN_AFTER_SECONDS, nowSeconds(clock)))
    return undefined;
  let refusedCount = 0;
  const onRefused = () => void (refusedCount += 1);
  const backend = new PostgresBackend({ store, journal, nodeId, clock, onRefused });
  await backend.recover();
  return {
    nodeId,
    rows: rows - refusedCount,
    ...(refusedCount > 0 ? { refused: refusedCount } : {}),
  };
}
