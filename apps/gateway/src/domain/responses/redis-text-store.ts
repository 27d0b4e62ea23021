import { RedisUnavailable, type RedisLink } from '../../platform/redis-link.ts';
import type { LocalTextStore } from './local-text-store.ts';
import type { TextStore } from './text-store.ts';

export interface RedisTextStoreOptions {
  redis: RedisLink;
  /** Separates installations that share a Redis. */
  prefix: string;
  /** This node's own store, which is searched first. */
  local: LocalTextStore;
  onError: (error: unknown) => void;
}

/** Texts shared by all nodes. While Redis is unreachable each node has only its own. */
export class RedisTextStore implements TextStore {
  readonly #redis: RedisLink;
  readonly #prefix: string;
  readonly #local: LocalTextStore;
  readonly #onError: (error: unknown) => void;

  constructor({ redis, prefix, local, onError }: RedisTextStoreOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#local = local;
    this.#onError = onError;
  }

  get(key: string): string | undefined | Promise<string | undefined> {
    return this.#local.get(key) ?? this.#readFromRedis(key);
  }

  set(key: string, text: string, lifetimeMs: number): void {
    this.#local.set(key, text, lifetimeMs);
    this.#redis
      .run((client) => client.set(this.#name(key), text, 'PX', lifetimeMs))
      .catch((error: unknown) => this.#reportError(error));
  }

  add(key: string, text: string, lifetimeMs: number): void {
    if (this.#local.get(key) !== undefined) return;
    this.#redis
      .run(async (client) => {
        // Only what all nodes agree on may be found here without asking.
        if (await client.set(this.#name(key), text, 'PX', lifetimeMs, 'NX'))
          this.#local.set(key, text, lifetimeMs);
      })
      .catch((error: unknown) => {
        this.#local.add(key, text, lifetimeMs);
        this.#reportError(error);
      });
  }

  async delete(key: string): Promise<void> {
    this.#local.delete(key);
    await this.#redis
      .run((client) => client.del(this.#name(key)))
      .catch((error: unknown) => this.#reportError(error));
  }

  close(): void {
    this.#local.close();
  }

  async #readFromRedis(key: string): Promise<string | undefined> {
    try {
      return (await this.#redis.run((client) => client.get(this.#name(key)))) ?? undefined;
    } catch (error) {
      this.#reportError(error);
      return undefined;
    }
  }

  #name(key: string): string {
    return `${this.#prefix}:${key}`;
  }

  /** Reports an error, except that Redis is unreachable: that was logged when the outage began. */
  #reportError(error: unknown): void {
    if (!(error instanceof RedisUnavailable)) this.#onError(error);
  }
}
