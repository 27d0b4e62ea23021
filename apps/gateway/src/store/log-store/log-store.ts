import type { Selectable } from 'kysely';
import type { LogFilter } from '../log-filter.ts';
import type { PageRequest } from '../paging.ts';
import type { LogsTable } from '../schema.ts';

export type LogRow = Selectable<LogsTable>;

/** Limit of rows to count; beyond it, a total is a lower bound. */
export const COUNT_MAX = 10_000;

export interface LogPage {
  items: LogRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
}

/** Sums of matching calls. */
export interface LoggedCalls {
  /** Calls that were answered. */
  calls: number;
  /** Quota charged, before refunds. */
  quota: number;
  /** Calls that failed. */
  failed: number;
}

/** The position in a list (newest first) where reading continues. */
export interface LogPosition {
  /** The previous row; undefined to start with the newest. */
  after: LogRow | undefined;
  /** Rows with a higher id are left out. */
  lastId: number;
  limit: number;
}

/**
 * Where the usage log is read from: the database, or ClickHouse (ADR 88). Both return the same for the same
 * rows. Nothing that decides about money reads here.
 */
export interface LogStore {
  /** Returns one page of matching rows, newest first. */
  list(filter: LogFilter, request: PageRequest): Promise<LogPage>;
  /** Counts matching rows up to `COUNT_MAX`, and tells whether that is exact. */
  count(filter: LogFilter): Promise<{ count: number; isExact: boolean }>;
  /** Lists the matching rows after a position. */
  listAfter(filter: LogFilter, position: LogPosition): Promise<LogRow[]>;
  /** Sums the matching calls. */
  sumCalls(filter: LogFilter): Promise<LoggedCalls>;
  /** Sums what matching rows refunded, in quota. */
  sumRefunds(filter: LogFilter): Promise<number>;
}
