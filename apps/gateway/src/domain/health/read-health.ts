import type { HealthPart, HealthReason } from '@tollgate/contract';
import { statfs } from 'node:fs/promises';
import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import type { UnavailableReason } from '../wallet/backend.ts';

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
  const parts = [
    describeDatabase(source),
    describeRedis(source),
    describeLogStore(source),
    describeJournal(source),
    healthy('leases'),
    describeJobs(source),
    await describeDisk(source.config.DATA_DIR),
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

function describeDatabase({ store }: Source): HealthPart {
  return store.isUp ? healthy('database') : impaired('database', 'database-away');
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
function describeJournal({ wallet, clock }: Source): HealthPart | undefined {
  const state = wallet.journalState();
  if (!state) return undefined;
  const age = nowSeconds(clock) - (state.oldestAt ?? Infinity);
  return age >= JOURNAL_OLD_SECONDS ? impaired('journal', 'journal-behind') : healthy('journal');
}

function describeJobs({ failingJobs }: Source): HealthPart {
  return failingJobs.size > 0 ? impaired('jobs', 'jobs-failing') : healthy('jobs');
}

async function describeDisk(folder: string): Promise<HealthPart> {
  const free = await Promise.race([readFreeBytes(folder), after(DISK_RESPONSE_MS)]);
  if (free === undefined) return impaired('disk', 'disk-silent');
  return free < DISK_LOW_BYTES ? impaired('disk', 'disk-low') : healthy('disk');
}

/** Concurrent checks of the same folder share a result: a hanging one occupies one thread, not all. */
const pendingChecks = new Map<string, Promise<number | undefined>>();

function readFreeBytes(folder: string): Promise<number | undefined> {
  let pendingCheck = pendingChecks.get(folder);
  if (!pendingCheck) {
    pendingCheck = statfs(folder)
      .then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      )
      .finally(() => pendingChecks.delete(folder));
    pendingChecks.set(folder, pendingCheck);
  }
  return pendingCheck;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
