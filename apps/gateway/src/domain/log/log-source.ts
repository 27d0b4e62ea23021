import type { HealthReason } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LogFilter } from '../../store/log-filter.ts';
import {
  ClickhouseConnection,
  ClickhouseError,
} from '../../store/log-store/clickhouse-connection.ts';
import { clickhouseLogStore } from '../../store/log-store/clickhouse-log-store.ts';
import { ClickhouseTable } from '../../store/log-store/clickhouse-table.ts';
import { databaseLogStore } from '../../store/log-store/database-log-store.ts';
import type { LogStore } from '../../store/log-store/log-store.ts';
import { findLogStore } from '../../store/log-store/log-stores-repository.ts';
import { findFirstLogAfter } from '../../store/log-store/settled-logs-repository.ts';
import type { Store } from '../../store/open-store.ts';

/** A store that lacks rows older than this (seconds) is behind: the database is read until it has them. */
const BEHIND_SECONDS = 60;
/** A question that takes longer may be one to a server that hangs: it is asked for a sign of life, for so long. */
const SLOW_MS = 500;
const SIGN_MS = 1500;

/** What waits to be shipped to the log store: at most so many rows, the first of them so old (seconds). */
export interface LogBacklog {
  rows: number;
  seconds: number;
}

/** What the log store lost, as was last compared, and when it was filled again. Seconds; 0 for never. */
export interface LogLosses {
  missingRows: number;
  comparedAt: number;
  refilledAt: number;
  /** How often in a row. */
  refills: number;
}

/** A result, and from when on (seconds) it has all rows; undefined where it has all there are. */
export interface LogRead<Result> {
  result: Result;
  since: number | undefined;
}

export interface LogSourceOptions {
  /** LOG_DATABASE_URL; without it the database alone is read. */
  address: string | undefined;
  store: Store;
  clock: Clock;
  log: Logger;
}

/**
 * Where the usage log is read: the log store where there is one that answers and is up to date, else the
 * database, which has the recent rows at least (ADR 88).
 */
export class LogSource {
  readonly #options: LogSourceOptions;
  readonly #database: LogStore;
  readonly #connection: ClickhouseConnection | undefined;
  readonly #clickhouse: LogStore | undefined;
  /** The log store's table; undefined where there is no log store. */
  readonly table: ClickhouseTable | undefined;
  /** As was last seen; undefined before the first look. */
  #isUp: boolean | undefined;
  /** Whether it is being asked for a sign of life. */
  #isChecking = false;
  /** The name of the log store; undefined before it was filled for the first time. */
  #id: string | undefined;
  #backlog: LogBacklog = { rows: 0, seconds: 0 };
  #losses: LogLosses = { missingRows: 0, comparedAt: 0, refilledAt: 0, refills: 0 };
  /** Seconds: what is older may be in the log store alone. */
  #prunedBefore = 0;

  constructor(options: LogSourceOptions) {
    this.#options = options;
    this.#database = databaseLogStore(options.store);
    if (options.address === undefined) return;
    this.#connection = new ClickhouseConnection(options.address);
    this.table = new ClickhouseTable(this.#connection);
    this.#clickhouse = clickhouseLogStore(this.#connection, this.table);
  }

  /** Whether the log store answers; undefined where there is none, and before the first look. */
  get isUp(): boolean | undefined {
    return this.#isUp;
  }

  get backlog(): LogBacklog {
    return this.#backlog;
  }

  get losses(): LogLosses {
    return this.#losses;
  }

  /** Why the database is read in its place; undefined while all is well. */
  get trouble(): HealthReason | undefined {
    if (this.#isUp === false) return 'log-store-away';
    if (this.#backlog.seconds >= BEHIND_SECONDS) return 'log-store-behind';
    return this.#losses.missingRows > 0 ? 'log-store-incomplete' : undefined;
  }

  /**
   * Reads rows that match a filter. A log store that fails or hangs is told of in the log, and the database answers.
   */
  async read<Result>(
    { start = 0 }: LogFilter,
    work: (logs: LogStore) => Promise<Result>,
  ): Promise<LogRead<Result>> {
    const store = this.#readable(start);
    if (store) {
      try {
        return { result: await this.#whileAlive(() => work(store)), since: undefined };
      } catch (error) {
        this.#noteFailure(error);
      }
    }
    const since = this.#prunedBefore > start ? this.#prunedBefore : undefined;
    return { result: await work(this.#database), since };
  }

  /** The store to read all rows that match from, however long it takes. Throws `log_store_away` where none has them all. */
  open({ start = 0 }: LogFilter): LogStore {
    const store = this.#readable(start);
    if (store) return store;
    if (this.#prunedBefore > start) throw new AppError('log_store_away');
    return this.#database;
  }

  /** Looks whether the log store answers and how far it has been filled. */
  async look(): Promise<void> {
    const { table } = this;
    if (!this.#connection || !table) return;
    const { clock, log, store } = this.#options;
    const wasUp = this.#isUp;
    try {
      await this.#connection.ping();
      // Before the first rows are shipped there is no such table.
      this.#id = await table.readId().catch((error: unknown) => {
        if (error instanceof ClickhouseError) return undefined;
        throw error;
      });
      this.#isUp = true;
      if (wasUp === false) log.info('the log store is reachable again');
    } catch (error) {
      this.#isUp = false;
      this.#leaveHanging(error);
      if (wasUp !== false)
        log.warn(
          { err: error },
          'the log store (LOG_DATABASE_URL) is unreachable: the log is read from the database',
        );
    }
    const known = await findLogStore(store.db, this.#id);
    this.#prunedBefore = known?.pruned_before ?? 0;
    this.#losses = {
      missingRows: known?.missing_rows ?? 0,
      comparedAt: known?.compared_at ?? 0,
      refilledAt: known?.refilled_at ?? 0,
      refills: known?.refills ?? 0,
    };
    const shipped = known?.shipped_id ?? 0;
    const waiting = await findFirstLogAfter(store.db, shipped);
    this.#backlog = waiting
      ? { rows: waiting.lastId - shipped, seconds: Math.max(0, nowSeconds(clock) - waiting.at) }
      : { rows: 0, seconds: 0 };
  }

  /** Lets go of a log store that hangs, soon: the gateway stops. */
  close(): void {
    this.#connection?.close();
  }

  /** Rejects soon where the server hangs, however long the work may take. */
  async #whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => void this.#checkAlive(), SLOW_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  async #checkAlive(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.#connection?.ping(SIGN_MS).catch((error: unknown) => this.#leaveHanging(error));
    this.#isChecking = false;
  }

  /** Nobody waits on for a server that does not answer at all; one that refuses is no such one. */
  #leaveHanging(error: unknown): void {
    if (!(error instanceof ClickhouseError)) this.#connection?.breakOff();
  }

  #readable(start: number): LogStore | undefined {
    if (this.#isUp !== true || this.#id === undefined) return undefined;
    const { trouble } = this;
    // Where the database lacks rows for sure, a log store that lacks some is the better one.
    const isBetter = trouble === 'log-store-incomplete' && this.#prunedBefore > start;
    return trouble === undefined || isBetter ? this.#clickhouse : undefined;
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof ClickhouseError)) this.#isUp = false;
    this.#options.log.warn({ err: error }, 'the log store failed; read the database instead');
  }
}
