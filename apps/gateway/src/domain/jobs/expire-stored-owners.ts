import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldStoredOwners } from '../../store/stored-owners-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

const AT_ONCE = 1000;

/** Deletes owners of what providers no longer store. */
export function expireStoredOwners({ store, clock }: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-stored-owners',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const before = nowSeconds(clock);
      let deleted = AT_ONCE;
      while (deleted === AT_ONCE && !signal.aborted)
        deleted = await deleteOldStoredOwners(store.db, { before, limit: AT_ONCE });
    },
  };
}
