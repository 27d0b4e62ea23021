/** The Redis of this run; undefined where `npm test` started none. */
export const redisUrl: string | undefined = process.env.TEST_REDIS_URL || undefined;

if (redisUrl === undefined && process.env.CI === 'true')
  throw new Error('TEST_REDIS_URL is missing: npm test starts a Redis and sets it');
