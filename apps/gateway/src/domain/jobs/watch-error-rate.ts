import { nowSeconds } from '../../platform/clock.ts';
import { countRecentFailures } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import type { Job } from './job.ts';

/** A rate of fewer calls means little. */
const CALLS_MIN = 20;

/** Notifies the site when too many of the last quarter-hour's calls failed. */
export function watchErrorRate({
  store,
  clock,
  options,
}: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'watch-error-rate',
    everyMs: 60_000,
    scope: 'cluster',
    async run() {
      const at = nowSeconds(clock);
      const { answered: successes, failed } = await countRecentFailures(store.reader, at);
      const calls = successes + failed;
      if (calls < CALLS_MIN) return;
      const rate = Math.floor((failed * 100) / calls);
      await notify(store.db, options, {
        event: 'error_rate_high',
        ownerId: 0,
        object: '',
        params: { rate, failed, calls },
        value: rate,
        at,
      });
    },
  };
}
