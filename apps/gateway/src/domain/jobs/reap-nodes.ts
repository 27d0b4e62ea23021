import { nowSeconds } from '../../platform/clock.ts';
import { forgetNodeJobs } from '../../store/jobs-repository.ts';
import type { Domain } from '../domain.ts';
import { LEASE_SECONDS, reapDeadNodes } from '../wallet/reap-dead-nodes.ts';
import type { Job } from './job.ts';

/** How long a node's job reports are kept after its last heartbeat. */
const FORGET_SECONDS = 3600;

/** Returns the leases of nodes that no longer send heartbeats. */
export function reapNodes({
  store,
  clock,
  clockJumps,
  log,
}: Pick<Domain, 'store' | 'clock' | 'clockJumps' | 'log'>): Job {
  return {
    name: 'reap-nodes',
    everyMs: 60_000,
    scope: 'cluster',
    async run() {
      // Right after a clock jump forward all nodes look silent, including this one.
      if (clockJumps.sinceJumpMs < LEASE_SECONDS * 1000) return;
      const nodes = await reapDeadNodes(store, nowSeconds(clock));
      if (nodes.length > 0) log.warn({ nodes }, 'returned the leases of dead nodes');
      await forgetNodeJobs(store.db, nowSeconds(clock) - FORGET_SECONDS);
    },
  };
}
