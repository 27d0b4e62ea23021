import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldCodes } from '../../store/mail-codes-repository.ts';
import type { Domain } from '../domain.ts';
import { CODES_COUNT_SECONDS } from '../mail/mail-codes.ts';
import type { Job } from './job.ts';

/** Deletes mail codes that have expired and no longer count towards a limit. */
export function expireMailCodes({ store, clock }: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-mail-codes',
    everyMs: 3_600_000,
    scope: 'cluster',
    run: () => deleteOldCodes(store.db, nowSeconds(clock) - CODES_COUNT_SECONDS),
  };
}
