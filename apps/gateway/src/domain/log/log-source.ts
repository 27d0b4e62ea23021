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

/** A store that lacks rows older than this (seconds) is behind: the database is read until it catches up. */
const BEHIND_SECONDS = 60;
/** After this time a query may be stuck on a hanging server: it is pinged, with this timeout. */
const SLOW_MS = 500;
const PING_TIMEOUT_MS = 1500;

/**
 * What is waiting to be shipped to the log store: at most this many rows, the first of them this old
 * (seconds).
 */
export interface LogBacklog {
  rows: number;
  seconds: number;
}

/**
 * What the log store lost as of the last comparison, and when it was last refilled. Unix seconds; 0 for
 * never.
 */
export interface LogLosses {
  missingRows: number;
  comparedAt: number;
  refilledAt: number;
  /** Consecutive refills. */
  refills: number;
}

/** A result, and the time (Unix seconds) since when it has all rows; undefined if it is complete. */
export interface LogRead<Result> {
  result: Result;
  since: number | undefined;
}

export interface LogSourceOptions {
  /** LOG_DATABASE_URL; without it only the database is read. */
  address: string | undefined;
  store: Store;
  clock: Clock;
  log: Logger;
}

/**
 * Where the usage log is read from: the log store if there is one that responds and is up to date, else the
 * database, which has at least the recent rows (ADR 88).
 */
export class LogSource {
  readonly #options: LogSourceOptions;
  readonly #database: LogStore;
  readonly #connection: ClickhouseConnection | undefined;
  readonly #clickhouse: LogStore | undefined;
  /** The log store's table; undefined if there is no log store. */
  readonly table: ClickhouseTable | undefined;
  /** State as of the last check; undefined before the first. */
  #isUp: boolean | undefined;
  /** Whether a ping is in progress. */
  #isChecking = false;
  /** The id of the log store; undefined before it was first filled. */
  #id: string | undefined;
  #backlog: LogBacklog = { rows: 0, seconds: 0 };
  #losses: LogLosses = { missingRows: 0, comparedAt: 0, refilledAt: 0, refills: 0 };
  /** Unix seconds; older rows may be only in the log store. */
  #prunedBefore = 0;

  constructor(options: LogSourceOptions) {
    this.#options = options;
    this.#database = databaseLogStore(options.store);
    if (options.address === undefined) return;
    this.#connection = new ClickhouseConnection(options.address);
    this.table = new ClickhouseTable(this.#connection);
    this.#clickhouse = clickhouseLogStore(this.#connection, this.table);
  }

  /** Whether the log store responds; undefined if there is none, and before the first check. */
  get isUp(): boolean | undefined {
    return this.#isUp;
  }

  get backlog(): LogBacklog {
    return this.#backlog;
  }

  get losses(): LogLosses {
    return this.#losses;
  }

  /** Why the database is read instead; undefined while all is well. */
  get unusableReason(): HealthReason | undefined {
    if (this.#isUp === false) return 'log-store-away';
    if (this.#backlog.seconds >= BEHIND_SECONDS) return 'log-store-behind';
    return this.#losses.missingRows > 0 ? 'log-store-incomplete' : undefined;
  }

  /**
   * Reads rows that match a filter. If the log store fails or hangs, that is logged, and the database is read
   * instead.
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
        this.#recordFailure(error);
      }
    }
    const since = this.#prunedBefore > start ? this.#prunedBefore : undefined;
    return { result: await work(this.#database), since };
  }

  /**
   * Returns the store from which all matching rows can be read, however long that takes. Throws AppError
   * log_store_away if no reachable store has them all.
   */
  open({ start = 0 }: LogFilter): LogStore {
    const store = this.#readable(start);
    if (store) return store;
    if (this.#prunedBefore > start) throw new AppError('log_store_away');
    return this.#database;
  }

  /** Checks whether the log store responds and how far it has been filled. */
  async check(): Promise<void> {
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
      this.#breakOffHanging(error);
      if (wasUp !== false)
        log.warn(
          { err: error },
          'the log store (LOG_DATABASE_URL) is unreachable: the log is read from the database',
        );
    }
    const progress = await findLogStore(store.db, this.#id);
    this.#prunedBefore = progress?.pruned_before ?? 0;
    this.#losses = {
      missingRows: progress?.missing_rows ?? 0,
      comparedAt: progress?.compared_at ?? 0,
      refilledAt: progress?.refilled_at ?? 0,
      refills: progress?.refills ?? 0,
    };
    const shipped = progress?.shipped_id ?? 0;
    const firstPending = await findFirstLogAfter(store.db, shipped);
    this.#backlog = firstPending
      ? {
          rows: firstPending.lastId - shipped,
          seconds: Math.max(0, nowSeconds(clock) - firstPending.at),
        }
      : { rows: 0, seconds: 0 };
  }

  /** Closes the connection quickly, even if the log store hangs: the gateway is stopping. */
  close(): void {
    this.#connection?.close();
  }

  /** Runs the work; rejects soon if the server hangs, but not if the work just takes long. */
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
    await this.#connection
      ?.ping(PING_TIMEOUT_MS)
      .catch((error: unknown) => this.#breakOffHanging(error));
    this.#isChecking = false;
  }

  /**
   * Breaks off the connection to a server that does not respond at all, as opposed to one that returns an
   * error.
   */
  #breakOffHanging(error: unknown): void {
    if (!(error instanceof ClickhouseError)) this.#connection?.breakOff();
  }

  #readable(start: number): LogStore | undefined {
    if (this.#isUp !== true || this.#id === undefined) return undefined;
    const { unusableReason } = this;
    // If the database certainly lacks rows, a log store that lacks some is the better source.
    const isBetter = unusableReason === 'log-store-incomplete' && this.#prunedBefore > start;
    return unusableReason === undefined || isBetter ? this.#clickhouse : undefined;
  }

  #recordFailure(error: unknown): void {
    if (!(error instanceof ClickhouseError)) this.#isUp = false;
    this.#options.log.warn({ err: error }, 'the log store failed; read the database instead');
  }
}
