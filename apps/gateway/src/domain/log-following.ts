import type { LogEntry } from '@tollgate/contract';
import { setTimeout as wait } from 'node:timers/promises';
import { findLastLogId, listLogsSince } from '../store/logs-repository.ts';
import type { Domain } from './domain.ts';
import { type LogQuery, type LogReader, presentLog, toFilter } from './log-reading.ts';

const LOOK_EVERY_MS = 1000;
/** Then the follower asks again: who was signed out meanwhile is told, and a node that ends is left. */
const LOOKS = 30;
const ROWS_AT_ONCE = 200;

/** The next rows, none while nothing happened, and the id to go on after. */
export interface FollowedRows {
  rows: LogEntry[];
  lastId: number;
}

/**
 * New matching rows as they are stored, looked for every second for half a minute. Answers without
 * rows tell that the line is alive. A row that another node stores late, under a lower number, is
 * only seen when the list is read again.
 */
export async function followLogs(
  domain: Domain,
  query: LogQuery & { after_id: number },
  reader: LogReader,
): Promise<AsyncGenerator<FollowedRows>> {
  const { reader: db } = domain.store;
  const start = query.after_id || (await findLastLogId(db));

  async function* look(): AsyncGenerator<FollowedRows> {
    let lastId = start;
    yield { rows: [], lastId };
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const rows = await listLogsSince(db, await toFilter(domain, query, reader.ownerId), {
        afterId: lastId,
        limit: ROWS_AT_ONCE,
      });
      lastId = rows.at(-1)?.id ?? lastId;
      yield { rows: rows.map((row) => presentLog(domain, row, reader)), lastId };
      if (rows.length < ROWS_AT_ONCE) await wait(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }
  return look();
}
