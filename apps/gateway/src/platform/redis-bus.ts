import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { type Bus, type Change, createLocalBus } from './bus.ts';

const CHANNEL = 'tollgate:changes';

/**
 * The bus of several nodes over Redis publish/subscribe. A change is applied here at once and
 * elsewhere as the message arrives; a lost message is not made good yet.
 */
export function createRedisBus(redisUrl: string, onError: (error: Error) => void): Bus {
  const local = createLocalBus();
  const nodeId = randomUUID();
  const publisher = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    lazyConnect: false,
  });
  const subscriber = new Redis(redisUrl, { maxRetriesPerRequest: null });
  publisher.on('error', onError);
  subscriber.on('error', onError);
  subscriber.subscribe(CHANNEL).catch(onError);
  subscriber.on('message', (_channel: string, text: string) => {
    const { from, change } = JSON.parse(text) as { from: string; change: Change };
    if (from !== nodeId) local.publish(change).catch(onError);
  });
  return {
    async publish(change) {
      await local.publish(change);
      await publisher.publish(CHANNEL, JSON.stringify({ from: nodeId, change })).catch(onError);
    },
    subscribe: local.subscribe,
    async close() {
      await local.close();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
