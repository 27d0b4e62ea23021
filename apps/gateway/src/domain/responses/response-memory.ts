import type { TextStore } from './text-store.ts';
import type { Bus } from '../../platform/bus.ts';
import type { RedisLink } from '../../platform/redis-link.ts';
import type { ChangeFeed } from '../change-feed.ts';
import type { OptionStore } from '../options/options.ts';
import { LocalTextStore } from './local-text-store.ts';
import { OwnerRows, type OwnerRowsOptions, type StoredOwner } from './owner-rows.ts';
import { RedisTextStore } from './redis-text-store.ts';

/** Longer conversations are not stored: their clients must send them. */
const TEXT_LENGTH_MAX = 1024 * 1024;

/** Most of what is continued is continued within a day; older owners are read from the database. */
const OWNER_MS = 24 * 3_600_000;
const ownerName = (id: string) => `owner:${id}`;

/**
 * Conversations that clients of OpenAI's responses reference by id instead of sending them, for upstreams
 * that store none: a response with the conversation up to it, and its output items. Stored for their user, on
 * all nodes if there is a Redis.
 */
export class ResponseMemory {
  readonly #texts: TextStore;
  readonly #changes: ChangeFeed;
  readonly #owners: OwnerRows;
  readonly #lifetimeMs: () => number;

  constructor({ texts, owners, local, bus, changes, lifetimeMs }: MemoryParts) {
    this.#texts = texts;
    this.#owners = owners;
    // What was noted here may be wrong: the owner is read again from the database.
    owners.onOlder = (id) => void texts.delete(ownerName(id));
    this.#changes = changes;
    this.#lifetimeMs = lifetimeMs;
    bus.subscribe((change) => {
      // Each node finds its own texts without asking the others, so all must drop them.
      if (change.topic !== 'forgotten') return;
      if (change.key === undefined) local.clear();
      else local.delete(change.key);
    });
  }

  get isOn(): boolean {
    return this.#lifetimeMs() > 0;
  }

  /** Returns the JSON stored under the id of a response or item; undefined if there is none. */
  find(userId: number, id: string): string | undefined | Promise<string | undefined> {
    return this.#texts.get(`${userId}:${id}`);
  }

  keep(userId: number, id: string, json: string): void {
    if (json.length <= TEXT_LENGTH_MAX)
      this.#texts.set(`${userId}:${id}`, json, this.#lifetimeMs());
  }

  /**
   * Notes for whom a provider stores something: all callers share its account. The first owner stays, as later
   * responses may repeat an id that their callers wrote.
   */
  noteOwner(userId: number, id: string, tools = ''): void {
    this.#rememberOwner(id, { userId, tools });
    this.#owners.add(id, { userId, tools });
  }

  /** Resolves with the owners of what a provider stores, as far as they are known. */
  async findOwners(ids: readonly string[]): Promise<Map<string, StoredOwner>> {
    const found = new Map<string, StoredOwner>();
    const lookups = ids.map(async (id) => {
      const owner = readOwner(await this.#texts.get(ownerName(id)));
      if (owner) found.set(id, owner);
    });
    await Promise.all(lookups);
    const older = ids.filter((id) => !found.has(id));
    if (older.length === 0) return found;
    for (const [id, owner] of await this.#owners.find(older)) {
      found.set(id, owner);
      this.#rememberOwner(id, owner);
    }
    return found;
  }

  #rememberOwner(id: string, { userId, tools }: StoredOwner): void {
    this.#texts.add(ownerName(id), `${userId} ${tools}`, OWNER_MS);
  }

  /** Removes a text on every node. */
  async forget(userId: number, id: string): Promise<void> {
    const key = `${userId}:${id}`;
    await this.#texts.delete(key);
    await this.#changes.commit({ topic: 'forgotten', key }, async () => {});
  }

  /** Resolves once all owners are stored. */
  async close(): Promise<void> {
    this.#texts.close();
    await this.#owners.close();
  }
}

function readOwner(text: string | undefined): StoredOwner | undefined {
  const [, userId, tools = ''] = /^(\d+) ?(.*)$/s.exec(text ?? '') ?? [];
  return userId === undefined ? undefined : { userId: Number(userId), tools };
}

interface MemoryParts {
  texts: TextStore;
  owners: OwnerRows;
  /** The part that is in this process. */
  local: LocalTextStore;
  bus: Bus;
  changes: ChangeFeed;
  lifetimeMs: () => number;
}

export interface ResponseMemoryOptions extends OwnerRowsOptions {
  bus: Bus;
  changes: ChangeFeed;
  redis: RedisLink | undefined;
  options: OptionStore;
  clusterId: string;
}

/** Creates the memory of this node, or of all nodes if there is a Redis. */
export function createResponseMemory({
  bus,
  changes,
  redis,
  options,
  store,
  clock,
  clusterId,
  onError,
}: ResponseMemoryOptions): ResponseMemory {
  const local = new LocalTextStore(clock);
  const prefix = `tollgate:${clusterId}:response`;
  const texts = redis ? new RedisTextStore({ redis, prefix, local, onError }) : local;
  const lifetimeMs = () => options.number('ResponseMemoryMinutes') * 60_000;
  const owners = new OwnerRows({ store, clock, onError });
  return new ResponseMemory({ texts, owners, local, bus, changes, lifetimeMs });
}
