import type { Transaction } from 'kysely';
import type { Bus, Change, Topic } from '../platform/bus.ts';
import type { Store } from '../store/open-store.ts';
import type { Database } from '../store/schema.ts';
import { listVersions, nextVersion } from '../store/versions-repository.ts';

/** How changes of what nodes keep in memory are made: stored, numbered and told as one thing. */
export interface ChangeFeed {
  /** Runs `work` in a transaction that also numbers the change; then every node is told. Throws what `work` throws. */
  commit<Result>(
    change: Change,
    work: (trx: Transaction<Database>) => Promise<Result>,
  ): Promise<Result>;
  /** Compares this node with the database and makes good what it has not heard of. */
  catchUp(): Promise<void>;
}

/** Opens the feed. Whatever is read into memory has to be read after this. */
export async function openChangeFeed(store: Store, bus: Bus): Promise<ChangeFeed> {
  for (const { topic, version } of await listVersions(store.db))
    bus.markSeen(topic as Topic, version);
  return {
    async commit(change, work) {
      const { result, version } = await store.transaction(async (trx) => {
        const number = await nextVersion(trx, change.topic);
        return { result: await work(trx), version: number };
      });
      await bus.publish({ change, version });
      return result;
    },
    async catchUp() {
      for (const { topic, version } of await listVersions(store.db)) {
        const change = { topic: topic as Topic };
        if (version > bus.seen(change.topic)) await bus.deliver({ change, version });
      }
    },
  };
}
