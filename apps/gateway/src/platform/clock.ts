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

/**
 * How far a node's clock may be ahead of another's where somebody proves who he is. What lies further ahead is of
 * before a clock was set back. Leases of jobs allow more (jobs-repository.ts): there a mistake costs time only.
 */
export const SKEW_SECONDS = 60;

/**
 * Whether something that began at a time is not over after so many seconds. What begins in the future was
 * begun by a clock that has been set back since: it would live as much longer, and counts as over. Seconds.
 */
export function isStillGood(beganAt: number, seconds: number, now: number): boolean {
  return beganAt + seconds > now && beganAt <= now + SKEW_SECONDS;
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
