/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Whole seconds since 1970. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000);
}

/** A clock that moves only when advanced. For tests. */
export function manualClock(startMs: number): Clock & { advance(milliseconds: number): void } {
  let now = startMs;
  return {
    nowMs: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
