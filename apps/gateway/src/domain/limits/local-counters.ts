import {
  type CounterLimit,
  type LimitCounters,
  minuteOf,
  weightOfBefore,
} from './limit-counters.ts';

/** The counts of a clock minute and of the one before it. */
export interface Counted {
  readonly count: number;
  readonly before: number;
}

interface Window {
  minute: number;
  count: number;
  before: number;
}

const WINDOWS_MAX = 100_000;

/** Counters of a single process. */
export class LocalCounters implements LimitCounters {
  readonly shared = false;
  readonly #windows = new Map<string, Window>();
  readonly #places = new Map<string, Set<string>>();

  grant({ counter, limit }: CounterLimit, need: number, nowMs: number): number {
    const window = this.#windowOf(counter, nowMs);
    if (window.count + window.before * weightOfBefore(nowMs) + need > limit) return 0;
    window.count += need;
    return need;
  }

  spend(counter: string, amount: number, nowMs: number): number {
    const window = this.#windowOf(counter, nowMs);
    window.count += amount;
    return window.count + window.before * weightOfBefore(nowMs);
  }

  acquire(limit: CounterLimit, call: string): boolean {
    if (!this.hasRoom(limit)) return false;
    this.enter(limit.counter, call);
    return true;
  }

  release(counter: string, call: string): void {
    const places = this.#places.get(counter);
    if (places?.delete(call) && places.size === 0) this.#places.delete(counter);
  }

  /** Returns whether a call may take a slot as far as this process knows. */
  hasRoom({ counter, limit }: CounterLimit): boolean {
    return (this.#places.get(counter)?.size ?? 0) < limit;
  }

  /** Notes a slot that a call has taken. */
  enter(counter: string, call: string): void {
    let places = this.#places.get(counter);
    if (!places) this.#places.set(counter, (places = new Set()));
    places.add(call);
  }

  /** Returns the counts of this clock minute and the one before. */
  counted(counter: string, nowMs: number): Counted {
    return this.#windowOf(counter, nowMs);
  }

  /** Raises the counts to those known elsewhere, if these are higher and the minute has not ended. */
  learn(counter: string, { count, before }: Counted, nowMs: number): void {
    const window = this.#windows.get(counter);
    if (window?.minute !== minuteOf(nowMs)) return;
    if (count > window.count) window.count = count;
    if (before > window.before) window.before = before;
  }

  close(): void {
    this.#windows.clear();
    this.#places.clear();
  }

  #windowOf(counter: string, nowMs: number): Window {
    const minute = minuteOf(nowMs);
    let window = this.#windows.get(counter);
    if (!window) {
      if (this.#windows.size >= WINDOWS_MAX)
        this.#windows.delete(this.#windows.keys().next().value as string);
      this.#windows.set(counter, (window = { minute, count: 0, before: 0 }));
    }
    if (window.minute !== minute) {
      window.before = window.minute === minute - 1 ? window.count : 0;
      window.count = 0;
      window.minute = minute;
    }
    return window;
  }
}
