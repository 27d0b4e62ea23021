import { type Bus, createLocalBus } from '../platform/bus.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import { createRedisBus } from '../platform/redis-bus.ts';
import { openRedisLink, type RedisLink } from '../platform/redis-link.ts';
import { openPostgresBus } from '../store/postgres-bus.ts';

/** How this node communicates with the others. */
export interface NodeLinks {
  /** Undefined if there is no Redis. */
  redis: RedisLink | undefined;
  bus: Bus;
}

export interface NodeLinksOptions {
  config: Config;
  clusterId: string;
  log: Logger;
  onError: (error: unknown) => void;
}

/**
 * Connects over Redis, else over PostgreSQL; with SQLite there are no other nodes. Resolves even while Redis
 * is unreachable.
 */
export async function openNodeLinks({
  config,
  clusterId,
  log,
  onError,
}: NodeLinksOptions): Promise<NodeLinks> {
  const { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl } = config;
  if (redisUrl) {
    const redis = await openRedisLink({
      redisUrl,
      onChange: (reason) => logRedisState(log, reason),
    });
    return { redis, bus: createRedisBus({ redis, clusterId, onError }) };
  }
  const bus = databaseUrl
    ? await openPostgresBus({ databaseUrl, onError })
    : createLocalBus(onError);
  return { redis: undefined, bus };
}

function logRedisState(log: Logger, reason: Error | undefined): void {
  if (!reason) return log.info('Redis is reachable again');
  log.warn(
    { err: reason },
    'Redis (REDIS_URL) is unreachable or refuses writes: each node counts limits on its own, and changes take a second to reach other nodes',
  );
}
