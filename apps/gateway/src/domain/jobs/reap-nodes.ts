import { nowSeconds } from '../../platform/clock.ts';
import type { Domain } from '../domain.ts';
import { reapDeadNodes } from '../wallet/reap-dead-nodes.ts';
import type { Job } from './job.ts';

/** Gives back what nodes hold that show no sign of life any more. */
export function reapNodes({ store, clock, log }: Pick<Domain, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'reap-nodes',
    everyMs: 60_000,
    scope: 'cluster',
    async run() {
      const nodes = await reapDeadNodes(store, nowSeconds(clock));
      if (nodes.length > 0) log.warn({ nodes }, 'leases of nodes that are gone were given back');
    },
  };
}
