import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldOauthStates } from '../../store/oauth-states-repository.ts';
import { deleteOldLoginChallenges } from '../../store/login-challenges-repository.ts';
import { deleteExpiredSessions } from '../../store/sessions-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Deletes expired sessions and unfinished logins; they have admitted nobody since they expired. */
export function expireSessions({ store, clock }: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-sessions',
    everyMs: 3_600_000,
    scope: 'cluster',
    async run() {
      await deleteExpiredSessions(store.db, nowSeconds(clock));
      await deleteOldOauthStates(store.db, nowSeconds(clock));
      await deleteOldLoginChallenges(store.db, nowSeconds(clock));
    },
  };
}
