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
  readonly #slots = new Map<string, Set<string>>();

  grant({ counter, limit }: CounterLimit, amount: number, nowMs: number): number {
    const window = this.#windowOf(counter, nowMs);
    if (window.count + window.before * weightOfBefore(nowMs) + amount > limit) return 0;
    window.count += amount;
    return amount;
  }

  spend(counter: string, amount: number, nowMs: number): number {
    const window = this.#windowOf(counter, nowMs);
    window.count += amount;
    return window.count + window.before * weightOfBefore(nowMs);
  }

  acquire(limit: CounterLimit, call: string): boolean {
    if (!this.hasFreeSlot(limit)) return false;
    this.takeSlot(limit.counter, call);
    return true;
  }

  release(counter: string, call: string): void {
    const slots = this.#slots.get(counter);
    if (slots?.delete(call) && slots.size === 0) this.#slots.delete(counter);
  }

  /** Returns whether a call may take a slot as far as this process knows. */
  hasFreeSlot({ counter, limit }: CounterLimit): boolean {
    return (this.#slots.get(counter)?.size ?? 0) < limit;
  }

  /** Notes a slot that a call has taken. */
  takeSlot(counter: string, call: string): void {
    let slots = this.#slots.get(counter);
    if (!slots) this.#slots.set(counter, (slots = new Set()));
    slots.add(call);
  }

  /** Returns the calls that have a slot, by counter. */
  get takenSlots(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#slots;
  }

  /** Returns the counts of this clock minute and the one before. */
  counted(counter: string, nowMs: number): Counted {
    return this.#windowOf(counter, nowMs);
  }

  /** Raises the counts to those known elsewhere, if these are higher and the minute has not ended. */
  raiseTo(counter: string, { count, before }: Counted, nowMs: number): void {
    const window = this.#windows.get(counter);
    if (window?.minute !== minuteOf(nowMs)) return;
    if (count > window.count) window.count = count;
    if (before > window.before) window.before = before;
  }

  close(): void {
    this.#windows.clear();
    this.#slots.clear();
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
