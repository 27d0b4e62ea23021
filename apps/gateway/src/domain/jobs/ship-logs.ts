import type { Domain } from '../domain.ts';
import { shipLogs } from '../log/ship-logs.ts';
import type { Job } from './job.ts';

/** Keeps the log store up to date; nothing where there is none. */
export function shipLogsJobs({ store, logs }: Pick<Domain, 'store' | 'logs'>): Job[] {
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
    { name: 'watch-log-store', everyMs: 2000, scope: 'node', run: () => logs.look() },
  ];
}
