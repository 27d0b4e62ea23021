import type { Clock } from '../../platform/clock.ts';
import type { TextStore } from './text-store.ts';

const LENGTH_MAX = 64 * 1024 * 1024;
/** Approximate size of an entry besides its texts. */
const ENTRY_LENGTH = 200;

/** Texts in this process's memory; the oldest are evicted when there are too many. */
export class LocalTextStore implements TextStore {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #lengthMax: number;
  readonly #texts = new Map<string, { text: string; until: number }>();
  #length = 0;

  constructor(clock: Pick<Clock, 'nowMs'>, lengthMax = LENGTH_MAX) {
    this.#clock = clock;
    this.#lengthMax = lengthMax;
  }

  get(key: string): string | undefined {
    const entry = this.#texts.get(key);
    if (!entry) return undefined;
    if (entry.until > this.#clock.nowMs()) return entry.text;
    this.#drop(key, entry.text);
    return undefined;
  }

  set(key: string, text: string, lifetimeMs: number): void {
    const before = this.#texts.get(key);
    if (before) this.#drop(key, before.text);
    this.#texts.set(key, { text, until: this.#clock.nowMs() + lifetimeMs });
    this.#length += lengthOf(key, text);
    for (const [oldest, { text: removedText }] of this.#texts) {
      if (this.#length <= this.#lengthMax) break;
      this.#drop(oldest, removedText);
    }
  }

  add(key: string, text: string, lifetimeMs: number): void {
    if (this.get(key) === undefined) this.set(key, text, lifetimeMs);
  }

  delete(key: string): void {
    const entry = this.#texts.get(key);
    if (entry) this.#drop(key, entry.text);
  }

  clear(): void {
    this.#texts.clear();
    this.#length = 0;
  }

  close(): void {
    this.clear();
  }

  #drop(key: string, text: string): void {
    this.#texts.delete(key);
    this.#length -= lengthOf(key, text);
  }
}

/**
 * Returns the accounted size. It includes the entry, because a large number of small texts also takes memory.
 */
function lengthOf(key: string, text: string): number {
  return key.length + text.length + ENTRY_LENGTH;
}
