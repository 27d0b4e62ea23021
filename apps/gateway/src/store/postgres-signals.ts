import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Short messages between the processes that share a PostgreSQL. They may get lost: nothing may rest on them. */
export interface Signals {
  /** Tells every process that listens, this one included. */
  tell(message: string): Promise<void>;
  close(): Promise<void>;
}

export interface SignalsOptions {
  databaseUrl: string;
  channel: string;
  receive: (message: string) => void;
  onError: (error: unknown) => void;
}

const RECONNECT_MS = 1000;
const CONNECT_MS = 5000;
/** A database that hangs does not keep the process from ending. */
const CLOSE_MS = 1000;

/**
 * Signals by LISTEN and NOTIFY, on a connection of their own that is made anew when it breaks.
 * Resolves when it listens or could not for now.
 */
export async function openPostgresSignals(options: SignalsOptions): Promise<Signals> {
  const { default: pg } = await import('pg');
  const { databaseUrl, channel, receive, onError } = options;
  let client: pg.Client | undefined;
  let closed = false;
  let again: NodeJS.Timeout | undefined;

  function connectLater(error: unknown): void {
    if (closed) return;
    onError(error);
    client = undefined;
    clearTimeout(again);
    again = setTimeout(() => void connect(), RECONNECT_MS).unref();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    let broken = false;
    const breakOff = (reason: unknown) => {
      if (broken) return;
      broken = true;
      void next.end().catch(() => {});
      connectLater(reason);
    };
    next.on('error', breakOff);
    next.on('end', () => breakOff(new Error('the connection for signals ended')));
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (closed) await next.end();
      else client = next;
    } catch (error) {
      breakOff(error);
    }
  }

  await connect();
  return {
    async tell(message) {
      await client?.query('SELECT pg_notify($1, $2)', [channel, message]).catch(onError);
    },
    async close() {
      closed = true;
      clearTimeout(again);
      const ended = client?.end().catch(onError);
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
