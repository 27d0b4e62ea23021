import { setTimeout as wait } from 'node:timers/promises';
import { USAGE_DAYS_MIN } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { expireUsageStats } from '../../store/expire-usage-stats.ts';
import type { Domain } from '../domain.ts';
import { foldUsageHours } from '../wallet/store/fold-usage-hours.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
/** Between two steps: calls have the process and the disk for most of the time. */
const REST_MS = 10;

/**
 * Makes usage of before `UsageRetentionDays` coarser; 0 keeps all: of the statistics days stay, of the hourly sums
 * one row a user and month. No balance, spent quota or reconciliation changes by it.
 */
export function expireUsage(
  { store, clock, options, log }: Pick<Domain, 'store' | 'clock' | 'options' | 'log'>,
  rest: () => Promise<unknown> = () => wait(REST_MS),
): Job {
  return {
    name: 'expire-usage',
    everyMs: 6 * 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const days = options.number('UsageRetentionDays');
      if (days === 0) return;
      const oldest = nowSeconds(clock) - Math.max(days, USAGE_DAYS_MIN) * DAY;
      // A day is there whole, or not at all.
      const before = oldest - (oldest % DAY);
      const expiry = { before, signal, rest };
      const quarters = await expireUsageStats(store.db, expiry);
      const hours = await foldUsageHours(store, expiry);
      if (quarters + hours > 0) log.info({ quarters, hours, before }, 'aggregated old usage');
    },
  };
}
