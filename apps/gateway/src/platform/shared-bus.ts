import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Bus, createLocalBus } from './bus.ts';

const changeSchema = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('options') }),
  z.object({ topic: z.literal('channels') }),
  z.object({ topic: z.literal('traffic') }),
  z.object({ topic: z.literal('user'), id: z.number().exactOptional() }),
  z.object({ topic: z.literal('token'), keyHash: z.string().exactOptional() }),
  z.object({
    topic: z.literal('release'),
    id: z.number().exactOptional(),
    key: z.string().exactOptional(),
    model: z.string().exactOptional(),
  }),
  z.object({ topic: z.literal('forgotten'), key: z.string().exactOptional() }),
]);

const part = { channel: z.number().int(), scope: z.enum(['channel', 'model', 'key']) };
const eventSchema = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('cooldown'),
    ...part,
    name: z.string(),
    durationMs: z.number().min(0),
    rests: z.number().int().min(1),
    dead: z.boolean(),
    what: z.string(),
    model: z.string(),
  }),
  z.object({ about: z.literal('recovered'), ...part, name: z.string() }),
  z.object({ about: z.literal('reset'), channel: z.number().int() }),
]);

const messageSchema = z.union([
  z.object({ from: z.string(), version: z.number().int().min(1), change: changeSchema }),
  z.object({ from: z.string(), event: eventSchema }),
]);

type Message = z.infer<typeof messageSchema>;

/**
 * Parses a message of a node; returns undefined for anything else, which a node of another version may send.
 */
function readMessage(text: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The transport between nodes. Messages may get lost, but are never altered. */
export interface BusTransport {
  /** Sends a text to every node that is subscribed. */
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the bus of several nodes over a lossy transport. A change is applied here at once and elsewhere
 * when the message arrives; versions reveal lost messages.
 */
export function createSharedBus(
  openLine: (receive: (text: string) => void) => BusTransport,
  onError: (error: unknown) => void,
): Bus {
  const local = createLocalBus(onError);
  const from = randomUUID();
  const line = openLine((text) => {
    const message = readMessage(text);
    if (!message) onError(new Error('unreadable bus message'));
    else if (message.from === from) return;
    else if ('event' in message) local.deliverBroadcast(message.event);
    else local.deliver(message).catch(onError);
  });
  const send = (content: object) => line.send(JSON.stringify({ from, ...content })).catch(onError);
  return {
    ...local,
    async publish(message) {
      await local.publish(message);
      await send(message);
    },
    broadcast(event) {
      void send({ event });
    },
    async close() {
      await line.close();
      await local.close();
    },
  };
}
