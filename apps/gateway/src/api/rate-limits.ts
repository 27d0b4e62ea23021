import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '../platform/app-error.ts';

export interface RateLimits {
  /** Counts one call of an address. Throws AppError too_many_requests with the seconds to wait. */
  take(kind: 'login' | 'default', address: string): Promise<void>;
  close(): void;
}

const LOGIN = { points: 20, duration: 20 * 60 };
const DEFAULT = { points: 180, duration: 3 * 60 };

/** Limits per address, shared through Redis where there is one; when Redis is away each process counts alone. */
export function createRateLimits({
  enabled,
  redisUrl,
}: {
  enabled: boolean;
  redisUrl: string | undefined;
}): RateLimits {
  if (!enabled) return { take: async () => {}, close() {} };
  const redis = redisUrl
    ? new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : undefined;
  redis?.on('error', () => {});
  const create = (
    keyPrefix: string,
    limit: { points: number; duration: number },
  ): RateLimiterAbstract => {
    const alone = new RateLimiterMemory({ keyPrefix, ...limit });
    return redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `tollgate:${keyPrefix}`,
          ...limit,
          insuranceLimiter: alone,
        })
      : alone;
  };
  const limiters = { login: create('login', LOGIN), default: create('api', DEFAULT) };
  return {
    async take(kind, address) {
      try {
        await limiters[kind].consume(address || 'unknown');
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new AppError(
          'too_many_requests',
          {},
          { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) },
        );
      }
    },
    close: () => redis?.disconnect(),
  };
}
