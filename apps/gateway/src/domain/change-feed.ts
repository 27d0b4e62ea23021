import type { Transaction } from 'kysely';
import type { Bus, Change, Topic } from '../platform/bus.ts';
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
}

/** Opens the feed. Read data into memory only after this, or changes in between are missed. */
export async function openChangeFeed(store: Store, bus: Bus): Promise<ChangeFeed> {
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
  return {
    commit: (change, work) => commitAll([change], work),
    commitAll,
    async catchUp() {
      for (const { topic, version } of await listVersions(store.db)) {
        const change = { topic: topic as Topic };
        if (version > bus.seen(change.topic)) await bus.deliver({ change, version });
      }
    },
  };
}
