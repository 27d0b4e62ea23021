import type { Redis, RedisOptions } from 'ioredis';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A connection that connects again by itself. The library is loaded with the first: most gateways have no Redis. */
export function openRedis(
  url: string,
  options: RedisOptions,
  onError: (error: unknown) => void,
): Redis {
  const ioredis = require('ioredis') as typeof import('ioredis');
  const redis = new ioredis.Redis(url, options);
  redis.on('error', onError);
  return redis;
}
