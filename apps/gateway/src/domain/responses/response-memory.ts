import type { TextStore } from './text-store.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RedisLink } from '../../platform/redis-link.ts';
import type { ChangeFeed } from '../change-feed.ts';
import type { OptionStore } from '../options/options.ts';
import { LocalTextStore } from './local-text-store.ts';
import { RedisTextStore } from './redis-text-store.ts';

/** Longer conversations are not stored: their clients must send them. */
const TEXT_LENGTH_MAX = 1024 * 1024;

/** Providers store what is continued for about a day. */
const OWNER_MS = 24 * 3_600_000;
const ownerName = (id: string) => `owner:${id}`;

/** For whom a provider stores something. */
export interface StoredOwner {
  readonly userId: number;
  /** The tools that it leaves loaded, as JSON; '' for none. */
  readonly tools: string;
}

/**
 * Conversations that clients of OpenAI's responses reference by id instead of sending them, for upstreams
 * that store none: a response with the conversation up to it, and its output items. Stored for their user, on
 * all nodes if there is a Redis.
 */
export class ResponseMemory {
  readonly #texts: TextStore;
  readonly #changes: ChangeFeed;
  readonly #lifetimeMs: () => number;

  constructor({ texts, local, bus, changes, lifetimeMs }: MemoryParts) {
    this.#texts = texts;
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
    this.#texts.add(ownerName(id), `${userId} ${tools}`, OWNER_MS);
  }

  /** Resolves with the owner of what a provider stores, if it is known. */
  async findOwner(id: string): Promise<StoredOwner | undefined> {
    const text = await this.#texts.get(ownerName(id));
    const [, userId, tools = ''] = /^(\d+) ?(.*)$/s.exec(text ?? '') ?? [];
    return userId === undefined ? undefined : { userId: Number(userId), tools };
  }

  /** Removes a text on every node. */
  async forget(userId: number, id: string): Promise<void> {
    const key = `${userId}:${id}`;
    await this.#texts.delete(key);
    await this.#changes.commit({ topic: 'forgotten', key }, async () => {});
  }

  close(): void {
    this.#texts.close();
  }
}

interface MemoryParts {
  texts: TextStore;
  /** The part that is in this process. */
  local: LocalTextStore;
  bus: Bus;
  changes: ChangeFeed;
  lifetimeMs: () => number;
}

export interface ResponseMemoryOptions {
  bus: Bus;
  changes: ChangeFeed;
  redis: RedisLink | undefined;
  options: OptionStore;
  clock: Clock;
  clusterId: string;
  onError: (error: unknown) => void;
}

/** Creates the memory of this node, or of all nodes if there is a Redis. */
export function createResponseMemory({
  bus,
  changes,
  redis,
  options,
  clock,
  clusterId,
  onError,
}: ResponseMemoryOptions): ResponseMemory {
  const local = new LocalTextStore(clock);
  const prefix = `tollgate:${clusterId}:response`;
  const texts = redis ? new RedisTextStore({ redis, prefix, local, onError }) : local;
  const lifetimeMs = () => options.number('ResponseMemoryMinutes') * 60_000;
  return new ResponseMemory({ texts, local, bus, changes, lifetimeMs });
}
