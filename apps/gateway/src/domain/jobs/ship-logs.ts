import type { Domain } from '../domain.ts';
import { refillLogStore } from '../log/refill-log-store.ts';
import { shipLogs } from '../log/ship-logs.ts';
import type { Job } from './job.ts';

/** Keeps the log store up to date; nothing where there is none. */
export function shipLogsJobs({
  store,
  logs,
  clock,
  log,
}: Pick<Domain, 'store' | 'logs' | 'clock' | 'log'>): Job[] {
  const { table } = logs;
  if (!table) return [];
  const erased = new Set<number>();
  return [
    {
      name: 'ship-logs',
      everyMs: 1000,
      scope: 'cluster',
      run: (signal) => shipLogs({ store, table, erased }, signal),
    },
    {
      name: 'refill-log-store',
      everyMs: 60_000,
      scope: 'cluster',
      run: () => refillLogStore({ store, table, clock, log }),
    },
    { name: 'watch-log-store', everyMs: 2000, scope: 'node', run: () => logs.look() },
  ];
}
