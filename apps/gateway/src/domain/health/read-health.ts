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
const DISK_ANSWER_MS = 500;

/** The part that each reason for refusing calls belongs to. */
const TROUBLE_PARTS: Record<UnavailableReason, HealthPart['name']> = {
  'journal-full': 'journal',
  'leases-expired': 'leases',
  'taken-over': 'leases',
  'not-stored': 'disk',
};

/** Checks what this process already knows, and the disk: returns within a second, whatever hangs. */
export async function readHealth(source: Source): Promise<Health> {
  const trouble = source.wallet.unavailableReason();
  const parts = [
    describeDatabase(source),
    describeRedis(source),
    describeLogStore(source),
    describeJournal(source),
    well('leases'),
    describeJobs(source),
    await describeDisk(source.config.DATA_DIR),
  ].filter((part) => part !== undefined);
  const failed = trouble && TROUBLE_PARTS[trouble];
  return {
    ready: trouble === undefined,
    parts: parts.map((part) =>
      part.name === failed ? { name: failed, state: 'failed', reason: trouble ?? null } : part,
    ),
  };
}

const well = (name: HealthPart['name']): HealthPart => ({ name, state: 'ok', reason: null });
const impaired = (name: HealthPart['name'], reason: HealthReason): HealthPart => ({
  name,
  state: 'impaired',
  reason,
});

function describeDatabase({ store }: Source): HealthPart {
  return store.isUp ? well('database') : impaired('database', 'database-away');
}

function describeRedis({ redis }: Source): HealthPart | undefined {
  if (!redis) return undefined;
  return redis.isUp ? well('redis') : impaired('redis', 'redis-away');
}

function describeLogStore({ logs }: Source): HealthPart | undefined {
  if (!logs.table) return undefined;
  return logs.trouble === undefined ? well('log-store') : impaired('log-store', logs.trouble);
}

/** Describes the journal's health; undefined for SQLite, which has none. */
function describeJournal({ wallet, clock }: Source): HealthPart | undefined {
  const state = wallet.journalState();
  if (!state) return undefined;
  const age = nowSeconds(clock) - (state.oldestAt ?? Infinity);
  return age >= JOURNAL_OLD_SECONDS ? impaired('journal', 'journal-behind') : well('journal');
}

function describeJobs({ failingJobs }: Source): HealthPart {
  return failingJobs.size > 0 ? impaired('jobs', 'jobs-failing') : well('jobs');
}

async function describeDisk(folder: string): Promise<HealthPart> {
  const free = await Promise.race([readFreeBytes(folder), after(DISK_ANSWER_MS)]);
  if (free === undefined) return impaired('disk', 'disk-silent');
  return free < DISK_LOW_BYTES ? impaired('disk', 'disk-low') : well('disk');
}

/** Concurrent checks of the same folder share a result: a hanging one occupies one thread, not all. */
const looks = new Map<string, Promise<number | undefined>>();

function readFreeBytes(folder: string): Promise<number | undefined> {
  let look = looks.get(folder);
  if (!look) {
    look = statfs(folder)
      .then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      )
      .finally(() => looks.delete(folder));
    looks.set(folder, look);
  }
  return look;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
