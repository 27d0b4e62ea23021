import type { Bus } from './bus.ts';
import { openRedis } from './open-redis.ts';
import { createSharedBus } from './shared-bus.ts';

export interface RedisBusOptions {
  redisUrl: string;
  /** The same for the nodes of one installation, and for nobody else on that Redis. */
  clusterId: string;
  onError: (error: unknown) => void;
}

/** A Redis that hangs keeps nobody waiting who has made a change. */
const SEND_MS = 1000;

/** The bus of several nodes over Redis publish/subscribe. */
export function createRedisBus({ redisUrl, clusterId, onError }: RedisBusOptions): Bus {
  const channel = `tollgate:${clusterId}:changes`;
  return createSharedBus((receive) => {
    const publisher = openRedis(
      redisUrl,
      { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: SEND_MS },
      onError,
    );
    const subscriber = openRedis(redisUrl, { maxRetriesPerRequest: null }, onError);
    subscriber.subscribe(channel).catch(onError);
    subscriber.on('message', (_channel: string, text: string) => receive(text));
    return {
      async send(text) {
        await publisher.publish(channel, text);
      },
      async close() {
        subscriber.disconnect();
        publisher.disconnect();
      },
    };
  }, onError);
}
