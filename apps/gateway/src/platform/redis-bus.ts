import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Bus, createLocalBus, type NumberedChange } from './bus.ts';

const messageSchema = z.object({
  from: z.string(),
  version: z.number().int().min(1),
  change: z.discriminatedUnion('topic', [
    z.object({ topic: z.literal('options') }),
    z.object({ topic: z.literal('channels') }),
    z.object({ topic: z.literal('user'), id: z.number().exactOptional() }),
    z.object({ topic: z.literal('token'), keyHash: z.string().exactOptional() }),
    z.object({
      topic: z.literal('release'),
      id: z.number().exactOptional(),
      key: z.string().exactOptional(),
      model: z.string().exactOptional(),
    }),
    z.object({ topic: z.literal('forgotten'), key: z.string().exactOptional() }),
  ]),
});

/** A message of a node; undefined for anything else, as a node of another version may send it. */
function readMessage(text: string): (NumberedChange & { from: string }) | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface RedisBusOptions {
  redisUrl: string;
  /** The same for the nodes of one installation, and for nobody else on that Redis. */
  clusterId: string;
  onError: (error: unknown) => void;
}

/**
 * The bus of several nodes over Redis publish/subscribe. A change is applied here at once and
 * elsewhere as the message arrives. Messages may be lost: the numbers of changes tell.
 */
export function createRedisBus({ redisUrl, clusterId, onError }: RedisBusOptions): Bus {
  const channel = `tollgate:${clusterId}:changes`;
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
  subscriber.subscribe(channel).catch(onError);
  subscriber.on('message', (_channel: string, text: string) => {
    const message = readMessage(text);
    if (!message) onError(new Error('a message on the bus could not be read'));
    else if (message.from !== nodeId) local.deliver(message).catch(onError);
  });
  return {
    ...local,
    async publish(message) {
      await local.publish(message);
      await publisher.publish(channel, JSON.stringify({ from: nodeId, ...message })).catch(onError);
    },
    async close() {
      subscriber.disconnect();
      publisher.disconnect();
      await local.close();
    },
  };
}
