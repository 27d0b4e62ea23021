/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds since some moment, also while the clock is set to another time. */
  elapsedMs(): number;
  /** Runs something once so many milliseconds have passed; returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
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
 * How far one node's clock may be ahead of another's where somebody proves who they are. A time further ahead was
 * written before a clock was set back.
 */
export const SKEW_SECONDS = 60;

/** The same where a mistake costs only time: leases of jobs, work that is done again. */
export const LENIENT_SKEW_SECONDS = 600;

/**
 * Whether something that began at a time is not over after so many seconds. What begins in the future was
 * begun by a clock that has been set back since: it would live as much longer, and counts as over. Seconds.
 */
export function isStillGood(beganAt: number, seconds: number, now: number): boolean {
  return beganAt + seconds > now && beganAt <= now + SKEW_SECONDS;
}

/** A clock that moves only when advanced, which runs what is due by then. For tests. */
export function manualClock(startMs: number): Clock & {
  advance(milliseconds: number): void;
  /** Sets it to another time, as many milliseconds ahead or back; nothing is due by that. */
  set(milliseconds: number): void;
} {
  let now = startMs;
  let wasSet = 0;
  const waiting = new Set<{ dueMs: number; run: () => void }>();
  return {
    nowMs: () => now,
    elapsedMs: () => now - startMs - wasSet,
    after(milliseconds, run) {
      const timer = { dueMs: now + milliseconds, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    set(milliseconds) {
      now += milliseconds;
      wasSet += milliseconds;
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
