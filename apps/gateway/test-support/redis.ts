import { openRedisLink, type RedisLink } from '../src/platform/redis-link.ts';

/** The Redis of this run; undefined if `npm test` started none. */
export const redisUrl: string | undefined = process.env.TEST_REDIS_URL || undefined;

if (redisUrl === undefined && process.env.CI === 'true')
  throw new Error('TEST_REDIS_URL is missing: npm test starts a Redis and sets it');

/**
 * Opens a link that waits for Redis as long as a busy machine needs. The gateway's own gives up after a
 * second and continues alone, which would fail tests of what nodes share.
 */
export const openPatientRedis = (url: string): Promise<RedisLink> =>
  openRedisLink({ redisUrl: url, onChange: () => {}, responseMs: 60_000 });
