import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldSignIns } from '../../store/sign-ins-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

const AT_ONCE = 1000;
const DAY = 86_400;

/** Deletes sign-ins older than `SignInRetentionDays`. */
export function expireSignIns({
  store,
  clock,
  options,
}: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'expire-sign-ins',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const before = nowSeconds(clock) - options.number('SignInRetentionDays') * DAY;
      let deleted = AT_ONCE;
      while (deleted === AT_ONCE && !signal.aborted)
        deleted = await deleteOldSignIns(store.db, { before, limit: AT_ONCE });
    },
  };
}
