import type { LogEntry } from '@tollgate/contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogFilter } from '../../store/log-filter.ts';
import type { LogRow } from '../../store/log-store/log-store.ts';
import {
  findLastLogId,
  findStretchEnd,
  listLogIdsBetween,
  listLogsSince,
  readLogRows,
} from '../../store/logs-repository.ts';
import type { Domain } from '../domain.ts';
import { type LogQuery, type LogReader, presentLogs, toFilter } from './log-reading.ts';

const POLL_INTERVAL_MS = 1000;
/**
 * How many checks are made before the follower must reconnect: then a signed-out one gets an error, and a
 * draining node is left.
 */
const POLLS = 30;
const ROWS_AT_ONCE = 200;
/** How many rows, matching or not, are searched per check: more would take others’ turns in the database. */
const SEARCHED_AT_ONCE = 5000;
/** How many ids back late rows are searched for. */
const WINDOW = 5000;
/** A row that arrives longer than this after one with a higher id is not reported across two follows. */
const SETTLED_MS = 5000;

/** The next rows, none if nothing happened, and the id to resume after. */
export interface FollowedRows {
  rows: LogEntry[];
  lastId: number;
}

/**
 * Yields new matching rows as they are stored, checking every second for half a minute. Results without rows
 * show that the connection is alive. The id to resume after is some seconds old, because other nodes may
 * still store rows with lower ids: whoever resumes there gets rows again, and recognizes them by id.
 */
export async function followLogs(
  domain: Pick<Domain, 'clock' | 'store' | 'catalog'>,
  query: LogQuery & { after_id: number },
  reader: LogReader,
): Promise<AsyncGenerator<FollowedRows>> {
  const follower = await LogFollower.open(domain, query.after_id, () =>
    toFilter(domain, query, reader),
  );

  async function* poll(): AsyncGenerator<FollowedRows> {
    yield { rows: [], lastId: follower.settledId };
    for (let polls = 0; polls < POLLS; polls += 1) {
      const rows = await follower.next();
      const presented = await presentLogs(domain, rows, reader);
      yield { rows: presented, lastId: follower.settledId };
      if (!follower.isBehind) await wait(POLL_INTERVAL_MS, undefined, { ref: false });
    }
  }
  return poll();
}

class LogFollower {
  readonly #domain: Pick<Domain, 'store' | 'clock'>;
  readonly #filter: () => Promise<LogFilter>;
  /** Matching rows of the window that were already returned. */
  readonly #returnedIds = new Set<number>();
  readonly #startId: number;
  #lastId: number;
  /** Rows after the last id were already stored. */
  isBehind = false;
  /** Positions over time, for as long as rows may arrive late. */
  #steps: { atMs: number; id: number }[];

  private constructor(
    domain: Pick<Domain, 'store' | 'clock'>,
    startId: number,
    filter: () => Promise<LogFilter>,
  ) {
    this.#domain = domain;
    this.#filter = filter;
    this.#startId = this.#lastId = startId;
    this.#steps = [{ atMs: -Infinity, id: startId }];
  }

  /** Starts after an id; 0 for now. Rows already stored count as known. */
  static async open(
    domain: Pick<Domain, 'store' | 'clock'>,
    afterId: number,
    filter: () => Promise<LogFilter>,
  ): Promise<LogFollower> {
    const startId = afterId || (await findLastLogId(domain.store.reader));
    const follower = new LogFollower(domain, startId, filter);
    for (const id of await follower.#listWindow()) follower.#returnedIds.add(id);
    return follower;
  }

  /** The id up to which no more rows are expected. */
  get settledId(): number {
    return this.#steps[0]?.id ?? this.#startId;
  }

  /** Returns the matching rows since the last call, by id; late ones may come before others. */
  async next(): Promise<LogRow[]> {
    const { reader: db } = this.#domain.store;
    const late = (await this.#listWindow())
      .filter((id) => !this.#returnedIds.has(id))
      .slice(0, ROWS_AT_ONCE);
    const rows = (await readLogRows(db, late)).toSorted((left, right) => left.id - right.id);
    const afterId = this.#lastId;
    const stretchEnd = await findStretchEnd(db, afterId, SEARCHED_AT_ONCE);
    const newRows = await listLogsSince(db, await this.#filter(), {
      afterId,
      lastId: stretchEnd,
      limit: ROWS_AT_ONCE,
    });
    rows.push(...newRows);
    const isFull = newRows.length === ROWS_AT_ONCE;
    this.#note(rows, isFull ? (newRows.at(-1)?.id ?? afterId) : stretchEnd);
    this.isBehind = (await findLastLogId(db)) > this.#lastId;
    return rows;
  }

  /** Lists the matching ids of the window; none with SQLite, whose single writer stores no row late. */
  async #listWindow(): Promise<readonly number[]> {
    const { kind, reader: db } = this.#domain.store;
    if (kind === 'sqlite') return [];
    const afterId = Math.max(0, Math.max(this.#lastId, this.#startId) - WINDOW);
    return listLogIdsBetween(db, await this.#filter(), { afterId, lastId: this.#lastId });
  }

  #note(rows: readonly LogRow[], lastId: number): void {
    const nowMs = this.#domain.clock.nowMs();
    for (const { id } of rows) this.#returnedIds.add(id);
    for (const id of this.#returnedIds) if (id <= lastId - WINDOW) this.#returnedIds.delete(id);
    this.#lastId = lastId;
    this.#steps.push({ atMs: nowMs, id: lastId });
    const settled = this.#steps.findLastIndex(({ atMs }) => atMs <= nowMs - SETTLED_MS);
    if (settled > 0) this.#steps = this.#steps.slice(settled);
  }
}
