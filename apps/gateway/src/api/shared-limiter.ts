import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { RedisLink } from '../platform/redis-link.ts';

export interface SharedLimiterOptions {
  redis: RedisLink | undefined;
  /** Separates installations that share a Redis. */
  clusterId: string;
  name: string;
  limit: { points: number; duration: number };
}

/**
 * Counts for all nodes if there is a Redis, and also locally: neither an outage nor a Redis that comes back
 * empty gives anybody new points.
 */
export class SharedLimiter {
  readonly points: number;
  readonly #redis: RedisLink | undefined;
  readonly #alone: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | undefined;

  constructor({ redis, clusterId, name, limit }: SharedLimiterOptions) {
    this.points = limit.points;
    this.#redis = redis;
    this.#alone = new RateLimiterMemory({ keyPrefix: name, ...limit });
    this.#shared =
      redis &&
      new RateLimiterRedis({
        storeClient: redis.client,
        keyPrefix: `tollgate:${clusterId}:${name}`,
        ...limit,
      });
  }

  /** Takes a point; if none is left, returns the milliseconds until there is one. */
  async take(key: string): Promise<number | undefined> {
    const here = await resultOf(this.#alone.consume(key));
    if (here.isRefused) return here.result.msBeforeNext;
    const there = await this.#askShared(async (shared) => resultOf(shared.consume(key)));
    if (!there) return undefined;
    const { consumedPoints, msBeforeNext } = there.result;
    if (consumedPoints > here.result.consumedPoints)
      await this.#alone.set(key, consumedPoints, Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return there.isRefused ? msBeforeNext : undefined;
  }

  /** Gives a point back. */
  async giveBack(key: string): Promise<void> {
    await this.#alone.reward(key, 1);
    await this.#askShared((shared) => shared.reward(key, 1));
  }

  /** Returns how many points are left. */
  async left(key: string): Promise<number> {
    const found = await Promise.all([
      this.#alone.get(key),
      this.#askShared((shared) => shared.get(key)),
    ]);
    return Math.max(0, Math.min(...found.map((one) => one?.remainingPoints ?? this.points)));
  }

  /** Returns undefined while Redis is down; nobody waits for it longer than a second. */
  async #askShared<Answer>(
    ask: (shared: RateLimiterAbstract) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!this.#shared || this.#redis?.isUp !== true) return undefined;
    // The monitor of the link reports an outage.
    return ask(this.#shared).catch(() => undefined);
  }
}

/** Returns a refusal as a result, as it is not a fault. */
async function resultOf(
  consumed: Promise<RateLimiterRes>,
): Promise<{ result: RateLimiterRes; isRefused: boolean }> {
  try {
    return { result: await consumed, isRefused: false };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { result: error, isRefused: true };
  }
}
