/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds of a monotonic clock, unaffected by changes of the system clock. */
  elapsedMs(): number;
  /** Runs a callback once after a delay; returns a function that cancels it. */
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
 * Accepted clock skew between nodes where identity is checked. A timestamp further in the future was written
 * before a clock was set back.
 */
export const SKEW_SECONDS = 60;

/** Accepted clock skew where a mistake costs only time: job leases, repeated work. */
export const LENIENT_SKEW_SECONDS = 600;

/**
 * Whether something that began at `beganAt` still lasts after `seconds`. A start in the future was recorded
 * by a clock that has been set back since; it would last longer by that difference, so it counts as over. All
 * in seconds.
 */
export function isUnexpired(beganAt: number, seconds: number, now: number): boolean {
  return beganAt + seconds > now && beganAt <= now + SKEW_SECONDS;
}

/** A clock for tests that moves only when advanced, and then runs the callbacks that are due. */
export function manualClock(startMs: number): Clock & {
  advance(milliseconds: number): void;
  /** Shifts the wall clock by so many milliseconds, forward or backward, without running callbacks. */
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
