import type { Bus } from '../platform/bus.ts';
import { createSharedBus } from '../platform/shared-bus.ts';
import { openPostgresSignals } from './postgres-signals.ts';

export interface PostgresBusOptions {
  databaseUrl: string;
  onError: (error: unknown) => void;
}

/** PostgreSQL takes no longer texts as signals. */
const TEXT_BYTES_MAX = 7999;

/** The bus of nodes that share a PostgreSQL and no Redis. Resolves when it listens or could not for now. */
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
