import { Redis } from 'ioredis';
import type { Bus } from './bus.ts';
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
    const publisher = new Redis(redisUrl, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      lazyConnect: false,
      commandTimeout: SEND_MS,
    });
    const subscriber = new Redis(redisUrl, { maxRetriesPerRequest: null });
    publisher.on('error', onError);
    subscriber.on('error', onError);
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
