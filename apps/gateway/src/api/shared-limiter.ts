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
  readonly #local: RateLimiterMemory;
  readonly #shared: RateLimiterRedis | undefined;

  constructor({ redis, clusterId, name, limit }: SharedLimiterOptions) {
    this.points = limit.points;
    this.#redis = redis;
    this.#local = new RateLimiterMemory({ keyPrefix: name, ...limit });
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
    const local = await resultOf(this.#local.consume(key));
    if (local.isRefused) return local.result.msBeforeNext;
    const remote = await this.#queryShared(async (shared) => resultOf(shared.consume(key)));
    if (!remote) return undefined;
    const { consumedPoints, msBeforeNext } = remote.result;
    if (consumedPoints > local.result.consumedPoints)
      await this.#local.set(key, consumedPoints, Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return remote.isRefused ? msBeforeNext : undefined;
  }

  /** Gives a point back. */
  async giveBack(key: string): Promise<void> {
    await this.#local.reward(key, 1);
    await this.#queryShared((shared) => shared.reward(key, 1));
  }

  /** Returns how many points are left. */
  async remaining(key: string): Promise<number> {
    const states = await Promise.all([
      this.#local.get(key),
      this.#queryShared((shared) => shared.get(key)),
    ]);
    return Math.max(0, Math.min(...states.map((state) => state?.remainingPoints ?? this.points)));
  }

  /** Returns undefined while Redis is down; nobody waits for it longer than a second. */
  async #queryShared<Result>(
    query: (shared: RateLimiterAbstract) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!this.#shared || this.#redis?.isUp !== true) return undefined;
    // The monitor of the link reports an outage.
    return query(this.#shared).catch(() => undefined);
  }
}

/** Returns a refusal as a result, as it is not a fault. */
async function resultOf(
  consumption: Promise<RateLimiterRes>,
): Promise<{ result: RateLimiterRes; isRefused: boolean }> {
  try {
    return { result: await consumption, isRefused: false };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { result: error, isRefused: true };
  }
}
