import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { OptionStore } from '../options.ts';
import { LocalTexts } from './local-texts.ts';
import { SharedTexts } from './shared-texts.ts';

/** Texts that are forgotten after a while. */
export interface Texts {
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, text: string, lifetimeMs: number): void;
  close(): void;
}

/** A longer conversation is not kept: its client must send it. */
const TEXT_LENGTH_MAX = 1024 * 1024;

/**
 * Conversations that clients of OpenAI's responses name by an id instead of sending them, where the
 * upstream keeps none: what was said up to a response, and the items of its output. Kept for the
 * user who said it, on all nodes where there is a Redis.
 */
export class ResponseMemory {
  readonly #texts: Texts;
  readonly #lifetimeMs: () => number;

  constructor(texts: Texts, lifetimeMs: () => number) {
    this.#texts = texts;
    this.#lifetimeMs = lifetimeMs;
  }

  get isOn(): boolean {
    return this.#lifetimeMs() > 0;
  }

  /** The JSON that was kept under an id of a response or an item; undefined when there is none. */
  find(userId: number, id: string): string | undefined | Promise<string | undefined> {
    return this.#texts.get(`${userId}:${id}`);
  }

  keep(userId: number, id: string, json: string): void {
    if (json.length <= TEXT_LENGTH_MAX)
      this.#texts.set(`${userId}:${id}`, json, this.#lifetimeMs());
  }

  close(): void {
    this.#texts.close();
  }
}

export interface ResponseMemoryOptions {
  config: Config;
  options: OptionStore;
  clock: Clock;
  clusterId: string;
  onError: (error: unknown) => void;
}

/** The memory of this node, or of all nodes where there is a Redis. */
export function createResponseMemory({
  config,
  options,
  clock,
  clusterId,
  onError,
}: ResponseMemoryOptions): ResponseMemory {
  const local = new LocalTexts(clock);
  const prefix = `tollgate:${clusterId}:response`;
  const texts = config.REDIS_URL
    ? new SharedTexts({ redisUrl: config.REDIS_URL, prefix, local, onError })
    : local;
  return new ResponseMemory(texts, () => options.number('ResponseMemoryMinutes') * 60_000);
}
