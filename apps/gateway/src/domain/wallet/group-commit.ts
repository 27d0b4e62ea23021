import type { Database } from 'better-sqlite3';

export interface GroupCommitOptions<Item> {
  database: Database;
  /** Runs its argument when no other transaction of this process holds the write lock. */
  whenWritable: (run: () => void) => void;
  /** Writes a batch inside the open transaction. */
  insert: (items: readonly Item[]) => void;
  /** Called after the commit, before the waiting callers go on. */
  onCommitted: (items: readonly Item[]) => void;
  /** Called when nothing of a batch was stored. */
  onFailed?: () => void;
}

export interface GroupCommit<Item> {
  /** Resolves when the item is durable; rejects when its transaction failed. */
  append(item: Item): Promise<void>;
  /** Commits what waits now. */
  commitNow(): void;
}

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** A small batch waits this many turns of the event loop for company; turns are short when little is going on. */
const TURNS_MAX = 2;
const BATCH_ENOUGH = 16;

/**
 * Group commit: what is appended within a few turns of the event loop shares one transaction, so
 * that durability costs one disk write a batch instead of one a call.
 */
export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const begin = options.database.prepare('BEGIN IMMEDIATE');
  const commit = options.database.prepare('COMMIT');
  const rollback = options.database.prepare('ROLLBACK');
  let waiting: Waiting<Item>[] = [];
  let scheduled = false;

  function write(items: readonly Item[]): void {
    begin.run();
    try {
      options.insert(items);
      commit.run();
    } catch (error) {
      if (options.database.inTransaction) rollback.run();
      throw error;
    }
  }

  function commitBatch(): void {
    const batch = waiting;
    waiting = [];
    scheduled = false;
    if (batch.length === 0) return;
    try {
      const items = batch.map(({ item }) => item);
      write(items);
      options.onCommitted(items);
    } catch (error) {
      options.onFailed?.();
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  function waitForCompany(turnsLeft: number): void {
    if (turnsLeft > 0 && waiting.length > 0 && waiting.length < BATCH_ENOUGH)
      setImmediate(waitForCompany, turnsLeft - 1);
    else options.whenWritable(commitBatch);
  }

  return {
    append(item) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        setImmediate(waitForCompany, TURNS_MAX);
      });
    },
    commitNow: () => options.whenWritable(commitBatch),
  };
}
