import type { LogEntry } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { openStream } from '../../api/call-endpoint.ts';
import { connection } from '../../api/connection.ts';
import { readServerSentEvents } from '@tollgate/client';
import type { LogQuery } from './query.ts';

const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

export interface LogFollower {
  query: Omit<LogQuery, 'p' | 'page_size' | 'range'>;
  admin: boolean;
  /** Id of the last row already received; 0 starts with new rows. */
  afterId: number;
  /** Ids above `afterId` that were already received: they are sent again after a reconnect. */
  known: Set<number>;
  signal: AbortSignal;
  /** The stream is open and has delivered everything up to this id. */
  advanced: (lastId: number) => void;
  /** New rows, oldest first. */
  received: (rows: LogEntry[]) => void;
  disconnected: () => void;
}

/** Follows the log until aborted. The server ends each stream after a while; it is reopened. */
export async function followLog(follower: LogFollower): Promise<void> {
  const { admin, query, known, signal, advanced, received, disconnected } = follower;
  let { afterId } = follower;
  let wait = RETRY_MS;
  const areNew = (rows: LogEntry[]) => rows.filter(({ id }) => !known.has(id) && known.add(id));
  while (!signal.aborted) {
    try {
      const call = admin ? calls.followLogs : calls.followOwnLogs;
      const input = { query: { ...query, after_id: afterId } };
      const { body } = await openStream(call as typeof calls.followLogs, input, signal);
      for await (const { id, data } of readServerSentEvents(body as NonNullable<typeof body>)) {
        afterId = Number(id) || afterId;
        wait = RETRY_MS;
        advanced(afterId);
        const rows = data === '' ? [] : areNew(JSON.parse(data) as LogEntry[]);
        if (rows.length > 0) received(rows);
        for (const id of known) if (id <= afterId) known.delete(id);
      }
    } catch {
      if (signal.aborted) return;
      disconnected();
      wait = Math.min(wait * 2, RETRY_MS_MAX);
    }
    await pause(wait);
  }
}

/** Waits for some milliseconds, or until the gateway is reachable again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = connection.subscribe(() => connection.read().state === 'back' && end());
  });
}
