import type { Clock } from '../../platform/clock.ts';
import type { TextStore } from './text-store.ts';

const LENGTH_MAX = 64 * 1024 * 1024;
/** Approximate size of an entry besides its texts. */
const ENTRY_LENGTH = 200;
/** Part of the memory beyond which an owner's texts are evicted before those of others. */
const OWNER_SHARE = 1 / 8;

/** The texts of one owner, oldest first. */
interface OwnerTexts {
  keys: Set<string>;
  length: number;
}

/**
 * Texts in this process's memory, under keys `<owner>:<name>`. When there are too many, the oldest of owners
 * with more than their share are evicted, then the oldest of all. So nobody displaces what others need.
 */
export class LocalTextStore implements TextStore {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #lengthMax: number;
  readonly #texts = new Map<string, { text: string; until: number }>();
  readonly #owners = new Map<string, OwnerTexts>();
  /** Owners with more than their share: fewer than there are shares. */
  readonly #heavy = new Set<OwnerTexts>();
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
    const own = this.#textsOf(key);
    own.keys.add(key);
    own.length += lengthOf(key, text);
    this.#noteShare(key, own);
    while (this.#length > this.#lengthMax) this.#evict();
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
    this.#owners.clear();
    this.#heavy.clear();
    this.#length = 0;
  }

  close(): void {
    this.clear();
  }

  #evict(): void {
    const [owner] = this.#heavy;
    const [oldest] = owner ? owner.keys : this.#texts.keys();
    if (oldest !== undefined) this.delete(oldest);
  }

  #noteShare(key: string, own: OwnerTexts): void {
    if (own.length > this.#lengthMax * OWNER_SHARE) this.#heavy.add(own);
    else this.#heavy.delete(own);
    if (own.keys.size === 0) this.#owners.delete(ownerOf(key));
  }

  #textsOf(key: string): OwnerTexts {
    const owner = ownerOf(key);
    const known = this.#owners.get(owner);
    if (known) return known;
    const created = { keys: new Set<string>(), length: 0 };
    this.#owners.set(owner, created);
    return created;
  }

  #drop(key: string, text: string): void {
    this.#texts.delete(key);
    this.#length -= lengthOf(key, text);
    const own = this.#textsOf(key);
    own.keys.delete(key);
    own.length -= lengthOf(key, text);
    this.#noteShare(key, own);
  }
}

const ownerOf = (key: string): string => key.slice(0, key.indexOf(':') + 1);

/**
 * Returns the accounted size. It includes the entry, because a large number of small texts also takes memory.
 */
function lengthOf(key: string, text: string): number {
  return key.length + text.length + ENTRY_LENGTH;
}
