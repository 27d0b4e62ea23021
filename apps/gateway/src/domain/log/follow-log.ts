import type { LogEntry } from '@tollgate/contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogFilter } from '../../store/log-filter.ts';
import type { LogRow } from '../../store/log-store/log-store.ts';
import {
  findLastLogId,
  listLogIdsBetween,
  listLogsSince,
  readLogRows,
} from '../../store/logs-repository.ts';
import type { Domain } from '../domain.ts';
import { type LogQuery, type LogReader, presentLog, toFilter } from './log-reading.ts';

const LOOK_EVERY_MS = 1000;
/** Then the follower reconnects: a signed-out one gets an error, and a node that shuts down is left. */
const LOOKS = 30;
const ROWS_AT_ONCE = 200;
/** This many ids are checked again for rows that arrive late. */
const WINDOW = 5000;
/** A row that comes later than this after one with a higher id is not told across two follows. */
const SETTLED_MS = 5000;

/** The next rows, none while nothing happened, and the id to resume after. */
export interface FollowedRows {
  rows: LogEntry[];
  lastId: number;
}

/**
 * New matching rows as they are stored, looked for every second for half a minute. Answers without
 * rows tell that the line is alive. The id to go on after lies some seconds back, as rows of other
 * nodes may still come under lower ids: who goes on there gets rows again, and tells them by their ids.
 */
export async function followLogs(
  domain: Pick<Domain, 'clock' | 'store' | 'catalog'>,
  query: LogQuery & { after_id: number },
  reader: LogReader,
): Promise<AsyncGenerator<FollowedRows>> {
  const follower = await LogFollower.open(domain, query.after_id, () =>
    toFilter(domain, query, reader),
  );

  async function* look(): AsyncGenerator<FollowedRows> {
    yield { rows: [], lastId: follower.settledId };
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const rows = await follower.next();
      const shown = rows.map((row) => presentLog(domain, row, reader));
      yield { rows: shown, lastId: follower.settledId };
      if (rows.length < ROWS_AT_ONCE) await wait(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }
  return look();
}

class LogFollower {
  readonly #domain: Pick<Domain, 'store' | 'clock'>;
  readonly #filter: () => Promise<LogFilter>;
  /** Matching rows of the window that the reader knows. */
  readonly #known = new Set<number>();
  readonly #startId: number;
  #lastId: number;
  /** Its position over time, for as long as rows may arrive late. */
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

  /** Starts after an id; 0 is now. Rows stored before count as known. */
  static async open(
    domain: Pick<Domain, 'store' | 'clock'>,
    afterId: number,
    filter: () => Promise<LogFilter>,
  ): Promise<LogFollower> {
    const startId = afterId || (await findLastLogId(domain.store.reader));
    const follower = new LogFollower(domain, startId, filter);
    for (const id of await follower.#listWindow()) follower.#known.add(id);
    return follower;
  }

  /** Up to this id no more rows are expected. */
  get settledId(): number {
    return this.#steps[0]?.id ?? this.#startId;
  }

  /** The matching rows that came since, by their ids; those that came late may be before others. */
  async next(): Promise<LogRow[]> {
    const { reader: db } = this.#domain.store;
    const late = (await this.#listWindow())
      .filter((id) => !this.#known.has(id))
      .slice(0, ROWS_AT_ONCE);
    const rows = (await readLogRows(db, late)).toSorted((left, right) => left.id - right.id);
    const fresh = await listLogsSince(db, await this.#filter(), {
      afterId: this.#lastId,
      limit: ROWS_AT_ONCE,
    });
    rows.push(...fresh);
    this.#note(rows, fresh.at(-1)?.id ?? this.#lastId);
    return rows;
  }

  /** A database with a single writer stores no row late. */
  async #listWindow(): Promise<readonly number[]> {
    const { kind, reader: db } = this.#domain.store;
    if (kind === 'sqlite') return [];
    const afterId = Math.max(0, Math.max(this.#lastId, this.#startId) - WINDOW);
    return listLogIdsBetween(db, await this.#filter(), { afterId, lastId: this.#lastId });
  }

  #note(rows: readonly LogRow[], lastId: number): void {
    const nowMs = this.#domain.clock.nowMs();
    for (const { id } of rows) this.#known.add(id);
    for (const id of this.#known) if (id <= lastId - WINDOW) this.#known.delete(id);
    this.#lastId = lastId;
    this.#steps.push({ atMs: nowMs, id: lastId });
    const settled = this.#steps.findLastIndex(({ atMs }) => atMs <= nowMs - SETTLED_MS);
    if (settled > 0) this.#steps = this.#steps.slice(settled);
  }
}
