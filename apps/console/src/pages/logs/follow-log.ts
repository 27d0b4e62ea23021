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
  /** Where to go on; 0 from now on. */
  afterId: number;
  /** Rows after that which are known already: they come again when the line is opened anew. */
  known: Set<number>;
  signal: AbortSignal;
  /** The line is there (again), and how far it has been heard. */
  heard: (lastId: number) => void;
  /** New rows, oldest first. */
  came: (rows: LogEntry[]) => void;
  lost: () => void;
}

/** Follows the log until told to stop. The server ends each line after a while; it is opened again. */
export async function followLog(follower: LogFollower): Promise<void> {
  const { admin, query, known, signal, heard, came, lost } = follower;
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
        heard(afterId);
        const rows = data === '' ? [] : areNew(JSON.parse(data) as LogEntry[]);
        if (rows.length > 0) came(rows);
        for (const id of known) if (id <= afterId) known.delete(id);
      }
    } catch {
      if (signal.aborted) return;
      lost();
      wait = Math.min(wait * 2, RETRY_MS_MAX);
    }
    await pause(wait);
  }
}

/** So many milliseconds, or until the gateway answers again after it was away. */
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
