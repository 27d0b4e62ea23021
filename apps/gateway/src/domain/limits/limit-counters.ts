/** A counter of one rule and one key, user, group or model. */
export interface CounterLimit {
  /** Names the counter, the same on every node. */
  readonly counter: string;
  /** 1 or more. */
  readonly limit: number;
}

/**
 * Where limits are counted: in this process, or for all nodes together. What is answered at once
 * needs no promise, so that a process alone never waits.
 */
export interface LimitCounters {
  /**
   * Takes permits out of a sliding minute: at least `need`, more where plenty is left (to be used
   * without asking again within the same clock minute). 0 when `need` is not left.
   */
  grant(limit: CounterLimit, need: number, nowMs: number): number | Promise<number>;
  /** Counts what a call has used, and answers the use of the sliding minute. */
  spend(counter: string, amount: number, nowMs: number): number | Promise<number>;
  /** Takes one of the places; false when none is free. The call must leave again. */
  acquire(limit: CounterLimit, call: string, nowMs: number): boolean | Promise<boolean>;
  release(counter: string, call: string): void;
  /** True where other nodes count too, so that what this one remembers grows old. */
  readonly shared: boolean;
  close(): void;
}

export const MINUTE_MS = 60_000;

export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS);
}

/** How much of the clock minute before still lies in the sliding minute, 1 to 0. */
export function weightOfBefore(nowMs: number): number {
  return 1 - (nowMs % MINUTE_MS) / MINUTE_MS;
}

/** Part of what is left that is granted at once, so that one who calls often asks rarely. */
export const GRANT_SHARE = 8;
