import {
  type CounterLimit,
  type LimitCounters,
  minuteOf,
  weightOfBefore,
} from './limit-counters.ts';

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

  acquire({ counter, limit }: CounterLimit, call: string): boolean {
    let places = this.#places.get(counter);
    if (!places) this.#places.set(counter, (places = new Set()));
    if (places.size >= limit) return false;
    places.add(call);
    return true;
  }

  release(counter: string, call: string): void {
    const places = this.#places.get(counter);
    if (places?.delete(call) && places.size === 0) this.#places.delete(counter);
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
