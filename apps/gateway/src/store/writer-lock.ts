import type { ForeignLock } from './foreign-lock.ts';

/**
 * Keeps the asynchronous transactions of one SQLite connection and the synchronous writes of
 * another apart. Waiting for SQLite's own lock would stop the event loop, and with it the very
 * transaction that holds the lock.
 */
export interface WriterLock {
  /** Runs `work` alone; holders queue in order. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` now if nobody holds the lock, otherwise as soon as the holder is done. If another program has
   * locked the file, `work` waits for it, and runs in any case after the foreign lock's time limit.
   */
  whenFree(work: () => void): void;
}

export function createWriterLock(foreignLock?: ForeignLock): WriterLock {
  let isHeld = false;
  /** True while waiting work runs: no transaction is open then, so what it asks for may run too. */
  let handingOver = false;
  const holders: (() => void)[] = [];
  let waiting: (() => void)[] = [];

  function release(): void {
    if (waiting.length === 0 || foreignLock?.isFree() !== false) passOn();
    else void foreignLock.untilFree().then(passOn);
  }

  /** Passes the lock directly to the next holder, so that nobody slips in between. */
  function passOn(): void {
    const work = waiting;
    waiting = [];
    handingOver = true;
    for (const run of work) runAlone(run);
    handingOver = false;
    const next = holders.shift();
    if (next) next();
    else isHeld = false;
  }

  return {
    async hold(work) {
      if (isHeld) await new Promise<void>((resolve) => holders.push(resolve));
      isHeld = true;
      try {
        return await work();
      } finally {
        release();
      }
    },
    whenFree(work) {
      if (handingOver) work();
      else if (isHeld) waiting.push(work);
      else if (foreignLock?.isFree() !== false) work();
      else {
        isHeld = true;
        waiting.push(work);
        void foreignLock.untilFree().then(passOn);
      }
    },
  };
}

/**
 * Nobody here can handle what it throws, so it is rethrown as an uncaught exception, which shuts the process
 * down cleanly; the lock and the work behind it proceed.
 */
function runAlone(work: () => void): void {
  try {
    work();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
