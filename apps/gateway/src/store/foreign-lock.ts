import type { Database } from 'better-sqlite3';
import { databaseFaultOf } from '../platform/database-fault.ts';

/** Watches for another program that holds the write lock of a SQLite file. */
export interface ForeignLock {
  /** Whether this process could write now. */
  isFree(): boolean;
  /**
   * Waits until this process can write. Resolves with false if the file has been locked for too long, which
   * may be at once: whoever comes after the first waits no longer.
   */
  untilFree(): Promise<boolean>;
}

export interface ForeignLockOptions {
  /** A connection that has no transaction open between its synchronous ones. */
  database: Database;
  waitMs?: number;
  nowMs?: () => number;
  pause?: () => Promise<unknown>;
}

const WAIT_MS = 5000;
const LOOK_EVERY_MS = 20;

/**
 * Lets writers wait for other programs without stopping the event loop, which SQLite's own `busy_timeout` would
 * do. A look takes the lock and gives it back: 8 µs.
 */
export function createForeignLock({
  database,
  waitMs = WAIT_MS,
  nowMs = () => performance.now(),
  pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS)),
}: ForeignLockOptions): ForeignLock {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const rollback = database.prepare('ROLLBACK');
  /** When the file was first found locked; undefined if it was free at the last look. */
  let lockedAtMs: number | undefined;
  let waiting: Promise<boolean> | undefined;

  function isFree(): boolean {
    if (!isLocked()) {
      lockedAtMs = undefined;
      return true;
    }
    lockedAtMs ??= nowMs();
    return false;
  }

  /** Any other failure is left to the write, which reports it. */
  function isLocked(): boolean {
    if (database.inTransaction) return false;
    try {
      begin.run();
      rollback.run();
      return false;
    } catch (error) {
      return databaseFaultOf(error) === 'busy';
    }
  }

  async function wait(): Promise<boolean> {
    while (!isFree()) {
      if (nowMs() - (lockedAtMs ?? 0) >= waitMs) return false;
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause();
    }
    return true;
  }

  return {
    isFree,
    untilFree() {
      waiting ??= wait().finally(() => {
        waiting = undefined;
      });
      return waiting;
    },
  };
}
