import { nowSeconds } from '../../platform/clock.ts';
import { MONTHLY_TABLES, makeMonths } from '../../store/log-months/month-tables.ts';
import { splitLog } from '../../store/log-months/split-log.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/**
 * PostgreSQL only: creates partitions of the log and its sums ahead of time, and introduces them in databases
 * from before there were partitions (ADR 82).
 */
export function keepLogMonths({
  store,
  clock,
  config,
}: Pick<Domain, 'store' | 'clock' | 'config'>): Job {
  return {
    name: 'keep-log-months',
    everyMs: 3_600_000,
    scope: 'cluster',
    async run(signal) {
      if (config.DATABASE_URL === undefined) return;
      const now = nowSeconds(clock);
      await splitLog(config.DATABASE_URL, now, signal);
      for (const monthly of MONTHLY_TABLES)
        await makeMonths(store.db, monthly, { now, within: (work) => store.transaction(work) });
    },
  };
}
