import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import type { Job } from './job.ts';

const REASON_MAX = 300;

/** The job, which tells the site when a run fails. What it throws goes on as before. */
export function tellOfFailures(
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
        // A database that is away stores no notice: then the failure stands in the log alone.
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
