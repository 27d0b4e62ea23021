import { setTimeout as wait } from 'node:timers/promises';
import { eraseUsers } from '../accounts/erase-users.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Pause between two steps, so that calls have most of the process and disk time. */
const REST_MS = 20;

/** Erases users who can no longer be restored. */
export function eraseUsersJob(
  domain: Pick<Domain, 'store' | 'clock' | 'changes' | 'wallet' | 'log'>,
): Job {
  return {
    name: 'erase-users',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const count = await eraseUsers(domain, { signal, rest: () => wait(REST_MS) });
      if (count > 0) domain.log.info({ count }, 'anonymized deleted users');
    },
  };
}
