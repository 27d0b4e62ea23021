import type { Selectable } from 'kysely';
import type { LogFilter } from '../log-filter.ts';
import type { PageRequest } from '../paging.ts';
import type { LogsTable } from '../schema.ts';

export type LogRow = Selectable<LogsTable>;

/** Rows that are counted at most; beyond, a total is a lower bound. */
export const COUNT_MAX = 10_000;

export interface LogPage {
  items: LogRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
}

/** What calls that match come to. */
export interface LoggedCalls {
  /** Calls that were answered. */
  calls: number;
  /** Quota charged, before refunds. */
  quota: number;
  /** Calls that failed. */
  failed: number;
}

/** The place in a list (newest first) where reading goes on. */
export interface LogPosition {
  /** The row before; from the newest on without one. */
  after: LogRow | undefined;
  /** Rows with a higher id are left out. */
  lastId: number;
  limit: number;
}

/**
 * Where the usage log is read from: the database, or ClickHouse (ADR 88). Both answer alike for the same
 * rows. Nothing that decides on money reads here.
 */
export interface LogStore {
  /** One page of matching rows, newest first. */
  list(filter: LogFilter, request: PageRequest): Promise<LogPage>;
  /** How many rows match, up to `COUNT_MAX`, and whether that is all. */
  count(filter: LogFilter): Promise<{ count: number; isExact: boolean }>;
  /** The matching rows that come after one in a list. */
  listAfter(filter: LogFilter, position: LogPosition): Promise<LogRow[]>;
  /** What the matching calls come to. */
  sumCalls(filter: LogFilter): Promise<LoggedCalls>;
  /** What matching rows refunded, quota. */
  sumRefunds(filter: LogFilter): Promise<number>;
}
