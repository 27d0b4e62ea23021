import type { Bus } from '../platform/bus.ts';
import { createSharedBus } from '../platform/shared-bus.ts';
import { openPostgresSignals } from './postgres-signals.ts';

export interface PostgresBusOptions {
  databaseUrl: string;
  onError: (error: unknown) => void;
}

/** PostgreSQL's limit for the payload of a notification. */
const TEXT_BYTES_MAX = 7999;

/**
 * Opens the bus of nodes that share a PostgreSQL but no Redis. Resolves once it listens, or cannot for now.
 */
export async function openPostgresBus({ databaseUrl, onError }: PostgresBusOptions): Promise<Bus> {
  let receive: (text: string) => void = () => {};
  const signals = await openPostgresSignals({
    databaseUrl,
    channel: 'tollgate_changes',
    receive: (text) => receive(text),
    onError,
  });
  return createSharedBus((receiver) => {
    receive = receiver;
    return {
      async send(text) {
        if (Buffer.byteLength(text) > TEXT_BYTES_MAX)
          throw new Error('a message is too long for a signal');
        await signals.notify(text);
      },
      close: () => signals.close(),
    };
  }, onError);
}
