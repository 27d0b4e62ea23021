/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Runs something once so many milliseconds have passed; returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Whole seconds since 1970. */
export function nowSeconds(clock: Pick<Clock, 'nowMs'>): number {
  return Math.floor(clock.nowMs() / 1000);
}

/** A clock that moves only when advanced, which runs what is due by then. For tests. */
export function manualClock(startMs: number): Clock & { advance(milliseconds: number): void } {
  let now = startMs;
  const waiting = new Set<{ dueMs: number; run: () => void }>();
  return {
    nowMs: () => now,
    after(milliseconds, run) {
      const timer = { dueMs: now + milliseconds, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of waiting) {
        if (timer.dueMs > now) continue;
        waiting.delete(timer);
        timer.run();
      }
    },
  };
}
