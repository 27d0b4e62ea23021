import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldOauthStates } from '../../store/oauth-states-repository.ts';
import { deleteOldLoginChallenges } from '../../store/login-challenges-repository.ts';
import { deleteExpiredSessions } from '../../store/sessions-repository.ts';
import { sessionSeconds } from '../accounts/sessions.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Deletes expired sessions and unfinished logins, which have not been accepted since they expired. */
export function expireSessions(domain: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  const { store, clock } = domain;
  return {
    name: 'expire-sessions',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run() {
      const now = nowSeconds(clock);
      await deleteExpiredSessions(store.db, { now, before: now - sessionSeconds(domain) });
      await deleteOldOauthStates(store.db, now);
      await deleteOldLoginChallenges(store.db, now);
    },
  };
}
