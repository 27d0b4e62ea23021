import type { Transaction } from 'kysely';
import type { Bus, Change, Topic } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Store } from '../store/open-store.ts';
import type { Database } from '../store/schema.ts';
import { listVersions, nextVersion } from '../store/versions-repository.ts';

/** Change feed: stores, numbers and broadcasts a change of cached data atomically. */
export interface ChangeFeed {
  /** Runs `work` in a transaction that also numbers the change, then broadcasts it. Throws what `work` throws. */
  commit<Result>(
    change: Change,
    work: (trx: Transaction<Database>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Does the same for changes of several topics in one transaction. Every caller must list topics in
   * alphabetical order, because all of them are locked.
   */
  commitAll<Result>(
    changes: readonly Change[],
    work: (trx: Transaction<Database>) => Promise<Result>,
  ): Promise<Result>;
  /** Delivers the changes that this node missed, by comparing version numbers with the database. */
  catchUp(): Promise<void>;
  /**
   * Waits until this node has caught up, if it has not tried for long: a process that was stopped for a while
   * would serve what arrived meanwhile by what it knew before. Undefined if nobody need wait. Never rejects:
   * without the database, calls continue.
   */
  whenCurrent(): Promise<void> | undefined;
}

/** A node catches up every second; a busy one may be late. */
const STALE_MS = 15_000;
/** How long a call waits at most. */
const WAIT_MS = 1000;

/** Opens the feed. Read data into memory only after this, or changes in between are missed. */
export async function openChangeFeed(store: Store, bus: Bus, clock: Clock): Promise<ChangeFeed> {
  let tried = readTimes(clock);
  let waiting: Promise<void> | undefined;
  for (const { topic, version } of await listVersions(store.db))
    bus.markSeen(topic as Topic, version);
  const commitAll: ChangeFeed['commitAll'] = async (changes, work) => {
    const { result, numbered } = await store.transaction(async (trx) => {
      const versions: { change: Change; version: number }[] = [];
      for (const change of changes)
        versions.push({ change, version: await nextVersion(trx, change.topic) });
      return { result: await work(trx), numbered: versions };
    });
    for (const message of numbered) await bus.publish(message);
    return result;
  };
  const catchUp = async () => {
    // What was seen before the query is committed, so the result contains it unless the database lost it.
    const seen = new Map(bus.topics().map((topic) => [topic, bus.seen(topic)]));
    try {
      const stored = await listVersions(store.db);
      const latest = new Map(stored.map(({ topic, version }) => [topic as Topic, version]));
      for (const [topic, version] of seen)
        if ((latest.get(topic) ?? 0) < version) await bus.rewind(topic, latest.get(topic) ?? 0);
      for (const [topic, version] of latest)
        if (version > bus.seen(topic)) await bus.deliver({ change: { topic }, version });
    } finally {
      tried = readTimes(clock);
    }
  };
  return {
    commit: (change, work) => commitAll([change], work),
    commitAll,
    catchUp,
    whenCurrent() {
      if (waiting === undefined && !isStale(tried, readTimes(clock))) return undefined;
      waiting ??= waitAtMost(catchUp(), clock).finally(() => {
        waiting = undefined;
        tried = readTimes(clock);
      });
      return waiting;
    },
  };
}

/** Both clocks: the monotonic one stands still while a machine is suspended, the other one may be set. */
const readTimes = (clock: Clock) => ({ wall: clock.nowMs(), elapsed: clock.elapsedMs() });
type Times = ReturnType<typeof readTimes>;

const isStale = (then: Times, now: Times) =>
  now.elapsed - then.elapsed > STALE_MS || now.wall - then.wall > STALE_MS;

/** Resolves when the work ends, however it does, or after a second. */
function waitAtMost(work: Promise<void>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(WAIT_MS, resolve);
    work
      .catch(() => {})
      .finally(() => {
        cancel();
        resolve();
      });
  });
}
