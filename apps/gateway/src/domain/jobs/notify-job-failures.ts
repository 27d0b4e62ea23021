import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import type { Job } from './job.ts';

const REASON_MAX = 300;

/** Wraps a job so that the site is notified when a run fails. The error is rethrown. */
export function notifyJobFailures(
  { store, clock, options, log }: Pick<Domain, 'store' | 'clock' | 'options' | 'log'>,
  job: Job,
): Job {
  return {
    ...job,
    async run(signal) {
      try {
        await job.run(signal);
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).slice(
          0,
          REASON_MAX,
        );
        const params = { job: job.name, reason };
        const at = nowSeconds(clock);
        // An unreachable database stores no notification; then the failure is only in the log.
        await notify(store.db, options, {
          event: 'job_failed',
          ownerId: 0,
          object: job.name,
          params,
          at,
        }).catch((fault: unknown) => log.debug({ err: fault }, 'job failure could not be told'));
        throw error;
      }
    },
  };
}
