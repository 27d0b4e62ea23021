import { sumLoggedRefunds } from '../log-refunds-repository.ts';
import { sumLoggedCalls } from '../log-totals-repository.ts';
import { countLogs, listLogs, listLogsAfter } from '../logs-repository.ts';
import type { Store } from '../store.ts';
import type { LogStore } from './log-store.ts';

/** Reads the log from the database. */
export function databaseLogStore(store: Store): LogStore {
  return {
    list: (filter, request) => listLogs(store, filter, request),
    count: (filter) => countLogs(store, filter),
    listAfter: (filter, position) => listLogsAfter(store, filter, position),
    sumCalls: (filter) => sumLoggedCalls(store.reader, filter),
    sumRefunds: (filter) => sumLoggedRefunds(store, filter),
  };
}
