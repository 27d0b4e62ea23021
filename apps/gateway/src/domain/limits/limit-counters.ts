/** A counter of one rule and one key, user, group or model. */
export interface CounterLimit {
  /** The counter's name, the same on every node. */
  readonly counter: string;
  /** 1 or more. */
  readonly limit: number;
}

/**
 * Where limits are counted: in this process, or jointly on all nodes. Methods return a plain value when they
 * can, so that a single process never awaits.
 */
export interface LimitCounters {
  /**
   * Takes permits from a sliding minute: at least `need`, more when plenty remain (to be used without asking
   * again within the same clock minute). Returns 0 when fewer than `need` remain.
   */
  grant(limit: CounterLimit, amount: number, nowMs: number): number | Promise<number>;
  /** Counts what a call has used. Returns the usage of the sliding minute. */
  spend(counter: string, amount: number, nowMs: number): number | Promise<number>;
  /** Takes one of the slots; false when none is free. The call must release it. */
  acquire(limit: CounterLimit, call: string, nowMs: number): boolean | Promise<boolean>;
  release(counter: string, call: string): void;
  /** True when other nodes count too, so that cached figures go stale. */
  readonly shared: boolean;
  close(): void;
}

export const MINUTE_MS = 60_000;

export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS);
}

/** Returns the share of the previous clock minute that is still within the sliding minute, 1 to 0. */
export function weightOfBefore(nowMs: number): number {
  return 1 - (nowMs % MINUTE_MS) / MINUTE_MS;
}

/** One in this many of the remaining permits is granted at once, so that a frequent caller rarely asks. */
export const GRANT_SHARE = 8;
