import { nowSeconds } from '../../platform/clock.ts';
import { forgetNodeJobs } from '../../store/jobs-repository.ts';
import type { Domain } from '../domain.ts';
import { reapDeadNodes } from '../wallet/reap-dead-nodes.ts';
import type { Job } from './job.ts';

/** What a node told of its jobs is news for so long after it went silent. */
const FORGET_SECONDS = 3600;

/** Gives back what nodes hold that show no sign of life any more. */
export function reapNodes({ store, clock, log }: Pick<Domain, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'reap-nodes',
    everyMs: 60_000,
    scope: 'cluster',
    async run() {
      const nodes = await reapDeadNodes(store, nowSeconds(clock));
      if (nodes.length > 0) log.warn({ nodes }, 'returned the leases of dead nodes');
      await forgetNodeJobs(store.db, nowSeconds(clock) - FORGET_SECONDS);
    },
  };
}
