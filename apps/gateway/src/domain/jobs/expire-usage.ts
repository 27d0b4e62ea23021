import { setTimeout as wait } from 'node:timers/promises';
import { USAGE_DAYS_MIN } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { expireUsageStats } from '../../store/expire-usage-stats.ts';
import type { Domain } from '../domain.ts';
import { foldUsageHours } from '../wallet/store/fold-usage-hours.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
/** Pause between two steps, so that calls have most of the process and disk time. */
const REST_MS = 10;

/**
 * Aggregates usage older than `UsageRetentionDays`; 0 keeps all. Statistics keep only their days, hourly sums
 * one row per user and month. Balances, spent quota and reconciliation do not change.
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
      // A day is kept completely or not at all.
      const before = oldest - (oldest % DAY);
      const expiry = { before, signal, rest };
      const quarters = await expireUsageStats(store.db, expiry);
      const hours = await foldUsageHours(store, expiry);
      if (quarters + hours > 0) log.info({ quarters, hours, before }, 'aggregated old usage');
    },
  };
}
