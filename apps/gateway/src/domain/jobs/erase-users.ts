import { setTimeout as wait } from 'node:timers/promises';
import { eraseUsers } from '../accounts/erase-users.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Between two steps: calls have the process and the disk for most of the time. */
const REST_MS = 20;

/** Makes users anonymous whose time for being restored is over. */
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
