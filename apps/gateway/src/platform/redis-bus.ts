import type { Bus } from './bus.ts';
import { RedisUnavailable, type RedisLink } from './redis-link.ts';
import { createSharedBus } from './shared-bus.ts';

export interface RedisBusOptions {
  redis: RedisLink;
  /** Shared by the nodes of one installation, and unique on that Redis. */
  clusterId: string;
  onError: (error: unknown) => void;
}

/** The bus of several nodes over Redis publish/subscribe. */
export function createRedisBus({ redis, clusterId, onError }: RedisBusOptions): Bus {
  const channel = `tollgate:${clusterId}:changes`;
  return createSharedBus((receive) => {
    const endListening = redis.subscribe(channel, receive);
    return {
      async send(text) {
        // The outage was already reported; version polling recovers what is not delivered.
        await redis
          .run((client) => client.publish(channel, text))
          .catch((error: unknown) => {
            if (!(error instanceof RedisUnavailable)) throw error;
          });
      },
      async close() {
        endListening();
      },
    };
  }, onError);
}
