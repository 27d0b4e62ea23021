import type { HealthPart, HealthReason } from '@tollgate/contract';
import { statfs } from 'node:fs/promises';
import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import type { JournalState, UnavailableReason } from '../wallet/backend.ts';

/** Health of this node's parts. The node is ready to take calls while no part is `failed`. */
export interface Health {
  ready: boolean;
  parts: HealthPart[];
}

type Source = Pick<
  Domain,
  'config' | 'store' | 'logs' | 'redis' | 'wallet' | 'clock' | 'failingJobs'
>;

/** If charges wait this long, the database lags or is unreachable. */
const JOURNAL_OLD_SECONDS = 60;
const DISK_LOW_BYTES = 256 * 1024 * 1024;
/** Timeout of reading the free disk space: a network file system may hang. */
const DISK_RESPONSE_MS = 500;

/** The part that each reason for refusing calls belongs to. */
const UNAVAILABLE_PARTS: Record<UnavailableReason, HealthPart['name']> = {
  'journal-full': 'journal',
  'leases-expired': 'leases',
  'taken-over': 'leases',
  'not-stored': 'disk',
};

/** Checks what this process already knows, and the disk: returns within a second, whatever hangs. */
export async function readHealth(source: Source): Promise<Health> {
  const unavailableReason = source.wallet.unavailableReason();
  const disk = await Promise.race([checkDisk(source), after(DISK_RESPONSE_MS)]);
  const parts = [
    describeDatabase(source, disk),
    describeRedis(source),
    describeLogStore(source),
    describeJournal(source, disk),
    healthy('leases'),
    describeJobs(source),
    describeDisk(disk),
  ].filter((part) => part !== undefined);
  const failed = unavailableReason && UNAVAILABLE_PARTS[unavailableReason];
  return {
    ready: unavailableReason === undefined,
    parts: parts.map((part) =>
      part.name === failed
        ? { name: failed, state: 'failed', reason: unavailableReason ?? null }
        : part,
    ),
  };
}

const healthy = (name: HealthPart['name']): HealthPart => ({ name, state: 'ok', reason: null });
const impaired = (name: HealthPart['name'], reason: HealthReason): HealthPart => ({
  name,
  state: 'impaired',
  reason,
});

function describeDatabase({ store }: Source, disk: DiskState | undefined): HealthPart {
  if (!store.isUp) return impaired('database', 'database-away');
  return store.sqlite && disk?.isFileInPlace === false
    ? impaired('database', 'database-file-gone')
    : healthy('database');
}

function describeRedis({ redis }: Source): HealthPart | undefined {
  if (!redis) return undefined;
  return redis.isUp ? healthy('redis') : impaired('redis', 'redis-away');
}

function describeLogStore({ logs }: Source): HealthPart | undefined {
  if (!logs.table) return undefined;
  return logs.unusableReason === undefined
    ? healthy('log-store')
    : impaired('log-store', logs.unusableReason);
}

/** Describes the journal's health; undefined for SQLite, which has none. */
function describeJournal(
  { wallet, clock }: Source,
  disk: DiskState | undefined,
): HealthPart | undefined {
  const state = wallet.journalState();
  if (!state) return undefined;
  if (disk?.isFileInPlace === false) return impaired('journal', 'journal-file-gone');
  const age = nowSeconds(clock) - (state.oldestAt ?? Infinity);
  return age >= JOURNAL_OLD_SECONDS ? impaired('journal', 'journal-behind') : healthy('journal');
}

function describeJobs({ failingJobs }: Source): HealthPart {
  return failingJobs.size > 0 ? impaired('jobs', 'jobs-failing') : healthy('jobs');
}

interface DiskState {
  freeBytes: number;
  /** False if the SQLite file, or on PostgreSQL the journal, is no longer the one that is open. */
  isFileInPlace: boolean;
}

function describeDisk(disk: DiskState | undefined): HealthPart {
  if (disk === undefined) return impaired('disk', 'disk-silent');
  return disk.freeBytes < DISK_LOW_BYTES ? impaired('disk', 'disk-low') : healthy('disk');
}

/** Concurrent checks of the same folder share a result: a hanging one occupies one thread, not all. */
const pendingChecks = new Map<string, Promise<DiskState | undefined>>();

/** Resolves with undefined if the folder cannot be read. */
function checkDisk({
  config: { DATA_DIR: folder },
  store,
  wallet,
}: Source): Promise<DiskState | undefined> {
  let pendingCheck = pendingChecks.get(folder);
  if (!pendingCheck) {
    pendingCheck = readDisk(folder, store.sqlite ?? wallet.journalState())
      .catch(() => undefined)
      .finally(() => pendingChecks.delete(folder));
    pendingChecks.set(folder, pendingCheck);
  }
  return pendingCheck;
}

async function readDisk(
  folder: string,
  file: Pick<JournalState, 'isFileInPlace'> | undefined,
): Promise<DiskState> {
  const isFileInPlace = (await file?.isFileInPlace()) ?? true;
  const { bavail, bsize } = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    // Without the folder, its disk is not at fault.
    if (isFileInPlace) throw error;
    return { bavail: Infinity, bsize: 1 };
  });
  return { freeBytes: bavail * bsize, isFileInPlace };
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
