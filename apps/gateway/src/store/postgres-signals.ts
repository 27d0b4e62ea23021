import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { refuseReadOnly } from './refuse-read-only.ts';

/**
 * Short messages between processes that share a PostgreSQL. They may get lost: nothing may depend on them.
 */
export interface Signals {
  /** Notifies every listening process, including this one. */
  notify(message: string): Promise<void>;
  close(): Promise<void>;
}

export interface SignalsOptions {
  databaseUrl: string;
  channel: string;
  receive: (message: string) => void;
  onError: (error: unknown) => void;
  /** How often the connection is checked, and how long a response may take. */
  heartbeatMs?: number;
  responseMs?: number;
}

const RECONNECT_MS = 1000;
/** A network that drops a connection does not report it. */
const HEARTBEAT_MS = 3000;
const ANSWER_MS = 3000;
/** A database that hangs must not keep the process from exiting. */
const CLOSE_MS = 1000;

/** A connection, and how to abandon it for a new one. */
interface Line {
  client: pg.Client;
  breakOff: (reason: unknown) => void;
}

/**
 * Opens signals by LISTEN and NOTIFY, on their own connection, which is replaced when it breaks. Resolves
 * once it listens, or cannot for now.
 */
export async function openPostgresSignals(options: SignalsOptions): Promise<Signals> {
  const { default: pg } = await import('pg');
  const { databaseUrl, channel, receive, onError } = options;
  const { heartbeatMs = HEARTBEAT_MS, responseMs = ANSWER_MS } = options;
  let line: Line | undefined;
  let closed = false;
  let isAway = false;
  let retry: NodeJS.Timeout | undefined;

  /** A database that stays down is reported once, not on every retry. */
  function connectLater(error: unknown): void {
    if (closed) return;
    if (!isAway) onError(error);
    isAway = true;
    line = undefined;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), RECONNECT_MS).unref();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: responseMs,
      query_timeout: responseMs,
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
      await refuseReadOnly(next, responseMs);
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (closed) await next.end();
      else line = { client: next, breakOff };
      isAway = false;
    } catch (error) {
      breakOff(error);
    }
  }

  /** Breaks off a connection that does not respond, but not one on which the database refuses a statement. */
  async function query({ client, breakOff }: Line, sql: string, values?: string[]): Promise<void> {
    await client
      .query(sql, values)
      .catch((error: unknown) => (error instanceof pg.DatabaseError ? onError : breakOff)(error));
  }

  await connect();
  const heartbeat = setInterval(() => line && checkLine(line, responseMs), heartbeatMs).unref();
  return {
    async notify(message) {
      if (line) await query(line, 'SELECT pg_notify($1, $2)', [channel, message]);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      const ended = line?.client.end().catch(onError);
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function checkLine({ client, breakOff }: Line, responseMs: number): void {
  refuseReadOnly(client, responseMs).catch(breakOff);
}
