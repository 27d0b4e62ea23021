import { createHash } from 'node:crypto';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import { addStoredOwners, findStoredOwners } from '../../store/stored-owners-repository.ts';
import type { Store } from '../../store/store.ts';

/** For whom a provider stores something. */
export interface StoredOwner {
  readonly userId: number;
  /** The tools that it leaves loaded, as JSON; '' for none. */
  readonly tools: string;
}

/** OpenAI stores a response for 30 days. */
const KEPT_SECONDS = 30 * 86_400;
const WRITE_EVERY_MS = 1000;
/** On SQLite they take some milliseconds, in which nothing else runs. */
const ROWS_AT_ONCE = 100;
/** Without a database, more than these are lost. */
const WAITING_MAX = 20_000;

export interface OwnerRowsOptions {
  store: Pick<Store, 'db' | 'reader'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * Owners of what providers store, in the database: for as long as it is stored there, on all nodes, and
 * through a restart. They are written a moment later, many at once, so that no call waits for it.
 */
export class OwnerRows {
  /** Called with each id that turns out to have had an owner before, who stays. */
  onOlder: (id: string) => void = () => {};
  readonly #options: OwnerRowsOptions;
  readonly #waiting = new Map<number, StoredOwner & { readonly id: string }>();
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: OwnerRowsOptions) {
    this.#options = options;
  }

  /** Adds the owner of an id; the first one stays. */
  add(id: string, owner: StoredOwner): void {
    const hash = hashOf(id);
    if (this.#isClosed || this.#waiting.has(hash)) return;
    if (this.#waiting.size >= WAITING_MAX)
      this.#waiting.delete(this.#waiting.keys().next().value as number);
    this.#waiting.set(hash, { ...owner, id });
    this.#cancelTimer ??= this.#options.clock.after(WRITE_EVERY_MS, () => this.#write());
  }

  /** Resolves with the owners of those ids that are known; with none if the database can't be asked. */
  async find(ids: readonly string[]): Promise<Map<string, StoredOwner>> {
    const found = new Map<string, StoredOwner>();
    const unknown = new Map<number, string>();
    for (const id of ids) {
      const hash = hashOf(id);
      const owner = this.#waiting.get(hash);
      if (owner) found.set(id, { userId: owner.userId, tools: owner.tools });
      else unknown.set(hash, id);
    }
    if (unknown.size === 0) return found;
    const { store, clock, onError } = this.#options;
    try {
      const rows = await findStoredOwners(store.reader, [...unknown.keys()], nowSeconds(clock));
      for (const { id_hash: hash, user_id: userId, tools } of rows)
        found.set(unknown.get(Number(hash)) as string, { userId, tools });
    } catch (error) {
      onError(error);
    }
    return found;
  }

  /** Writes what is still waiting. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#cancelTimer = undefined;
    this.#writing = this.#writing
      .then(() => this.#writeAll())
      .catch((error: unknown) => {
        this.#options.onError(error);
        // They are written once the database is back.
        if (!this.#isClosed)
          this.#cancelTimer ??= this.#options.clock.after(WRITE_EVERY_MS, () => this.#write());
      });
  }

  async #writeAll(): Promise<void> {
    const { store, clock } = this.#options;
    const until = nowSeconds(clock) + KEPT_SECONDS;
    while (this.#waiting.size > 0) {
      const some: [number, StoredOwner & { id: string }][] = [];
      for (const entry of this.#waiting) if (some.push(entry) === ROWS_AT_ONCE) break;
      const rows = some.map(([hash, { userId, tools }]) => ({
        id_hash: hash,
        user_id: userId,
        until,
        tools,
      }));
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const added = await addStoredOwners(store.db, rows);
      for (const [hash, { id }] of some) {
        this.#waiting.delete(hash);
        if (!added.has(hash)) this.onOlder(id);
      }
      // oxlint-disable-next-line no-await-in-loop -- lets others run
      await yieldEventLoop();
    }
  }
}

/** 53 bits, all that a number holds exactly: an ID shares them with one of ten million others once in a billion times. */
function hashOf(id: string): number {
  return Number(createHash('sha256').update(id).digest().readBigUInt64BE() >> 11n);
}
