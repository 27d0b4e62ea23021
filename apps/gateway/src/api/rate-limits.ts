import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '../platform/app-error.ts';
import { networkOf } from '../platform/client-address.ts';
import type { Config } from '../platform/config.ts';
import type { RedisLink } from '../platform/redis-link.ts';

export interface RateLimits {
  /** Counts one call of an address. Throws AppError too_many_requests with the seconds to wait. */
  take(kind: 'login' | 'default', address: string): Promise<void>;
  /** Counts one download of everything of a user: it reads a lot. Throws AppError too_many_requests. */
  takeExport(userId: number): Promise<void>;
  /**
   * Lets somebody try a secret, counted for the address and for the user; a right one counts for
   * nothing. Throws what `attempt` throws, or AppError too_many_requests before it is made.
   */
  guess<Result>(
    who: { address: string; userId: number },
    attempt: () => Promise<Result>,
  ): Promise<Result>;
}

/** Downloads of everything of one user. */
const EXPORT_LIMIT = { points: 3, duration: 3600 };

const NO_LIMITS: RateLimits = {
  take: async () => {},
  takeExport: async () => {},
  guess: (_who, attempt) => attempt(),
};

/** Limits per address, shared through Redis where there is one; while Redis is away each process counts alone. */
export function createRateLimits(
  config: Pick<Config, 'RATE_LIMIT' | 'LOGIN_RATE_LIMIT' | 'API_RATE_LIMIT'>,
  { redis, clusterId }: { redis: RedisLink | undefined; clusterId: string },
): RateLimits {
  if (!config.RATE_LIMIT) return NO_LIMITS;
  /** Returns the limiter to use right now: what Redis does not answer in time is counted here. */
  const create = (keyPrefix: string, limit: { points: number; duration: number }) => {
    const alone = new RateLimiterMemory({ keyPrefix, ...limit });
    if (!redis) return () => alone;
    const shared = new RateLimiterRedis({
      storeClient: redis.client,
      keyPrefix: `tollgate:${clusterId}:${keyPrefix}`,
      ...limit,
      insuranceLimiter: alone,
    });
    return () => (redis.isUp ? shared : alone);
  };
  const limiters = {
    login: create('login', config.LOGIN_RATE_LIMIT),
    default: create('api', config.API_RATE_LIMIT),
  };
  const exports = create('export', EXPORT_LIMIT);
  const guesses = create('guess', config.LOGIN_RATE_LIMIT);
  return {
    take: (kind, address) => consume(limiters[kind](), networkOf(address)),
    takeExport: (userId) => consume(exports(), `user ${userId}`),
    async guess({ address, userId }, attempt) {
      const counted = [`user ${userId}`, networkOf(address)];
      for (const who of counted) await consume(guesses(), who);
      const result = await attempt();
      for (const who of counted) await guesses().reward(who, 1);
      return result;
    },
  };
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError(
      'too_many_requests',
      {},
      { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) },
    );
  }
}
