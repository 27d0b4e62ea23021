import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { type Bus, createLocalBus, type NumberedChange } from './bus.ts';

const CHANNEL = 'tollgate:changes';

/**
 * The bus of several nodes over Redis publish/subscribe. A change is applied here at once and
 * elsewhere as the message arrives. Messages may be lost: the numbers of changes tell.
 */
export function createRedisBus(redisUrl: string, onError: (error: unknown) => void): Bus {
  const local = createLocalBus(onError);
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
    const { from, ...message } = JSON.parse(text) as NumberedChange & { from: string };
    if (from !== nodeId) local.deliver(message).catch(onError);
  });
  return {
    ...local,
    async publish(message) {
      await local.publish(message);
      await publisher.publish(CHANNEL, JSON.stringify({ from: nodeId, ...message })).catch(onError);
    },
    async close() {
      subscriber.disconnect();
      publisher.disconnect();
      await local.close();
    },
  };
}
