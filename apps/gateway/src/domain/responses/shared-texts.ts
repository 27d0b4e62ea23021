import type { Redis } from 'ioredis';
import { openRedis } from '../../platform/open-redis.ts';
import type { LocalTexts } from './local-texts.ts';
import type { Texts } from './response-memory.ts';

export interface SharedTextsOptions {
  redisUrl: string;
  /** Keeps installations that share a Redis apart. */
  prefix: string;
  /** This node's own, which is asked first. */
  local: LocalTexts;
  onError: (error: unknown) => void;
}

/** Texts that all nodes find. While Redis is away each node has its own. */
export class SharedTexts implements Texts {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #local: LocalTexts;
  readonly #onError: (error: unknown) => void;

  constructor({ redisUrl, prefix, local, onError }: SharedTextsOptions) {
    this.#redis = openRedis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 1000 }, onError);
    this.#prefix = prefix;
    this.#local = local;
    this.#onError = onError;
  }

  get(key: string): string | undefined | Promise<string | undefined> {
    return this.#local.get(key) ?? this.#ask(key);
  }

  set(key: string, text: string, lifetimeMs: number): void {
    this.#local.set(key, text, lifetimeMs);
    this.#redis.set(`${this.#prefix}:${key}`, text, 'PX', lifetimeMs).catch(this.#onError);
  }

  async delete(key: string): Promise<void> {
    this.#local.delete(key);
    await this.#redis.del(`${this.#prefix}:${key}`).catch(this.#onError);
  }

  close(): void {
    this.#local.close();
    this.#redis.disconnect();
  }

  async #ask(key: string): Promise<string | undefined> {
    try {
      return (await this.#redis.get(`${this.#prefix}:${key}`)) ?? undefined;
    } catch (error) {
      this.#onError(error);
      return undefined;
    }
  }
}
