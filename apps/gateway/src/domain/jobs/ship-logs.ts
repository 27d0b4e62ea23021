import type { Domain } from '../domain.ts';
import { logStoreFloor, refillLogStore } from '../log/refill-log-store.ts';
import { shipLogs } from '../log/ship-logs.ts';
import type { Job } from './job.ts';

/** How often the log store is checked for lost rows. */
const CHECK_INTERVAL_MS = 60_000;

/** Returns the jobs that keep the log store up to date; none if there is no log store. */
export function shipLogsJobs({
  store,
  logs,
  clock,
  log,
  options,
}: Pick<Domain, 'store' | 'logs' | 'clock' | 'log' | 'options'>): Job[] {
  const { table } = logs;
  if (!table) return [];
  const erased = new Set<number>();
  let checkedAtMs = 0;
  return [
    {
      name: 'ship-logs',
      everyMs: 1000,
      scope: 'cluster',
      async run(signal) {
        // Checked before anything is shipped: after an outage the newest row there would otherwise be a
        // current one.
        if (Math.abs(clock.nowMs() - checkedAtMs) >= CHECK_INTERVAL_MS) {
          await table.prepare();
          await refillLogStore({ store, table, clock, log, options });
          checkedAtMs = clock.nowMs();
        }
        const floor = logStoreFloor({ clock, options });
        await shipLogs({ store, table, erased, floor }, signal);
      },
    },
    { name: 'watch-log-store', everyMs: 2000, scope: 'node', run: () => logs.check() },
  ];
}
