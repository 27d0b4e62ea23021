import { BatchPoller, type BatchPollerContext } from '../batches/batch-poller.ts';
import type { Job } from './job.ts';

/** Polls batches at their providers and settles them. */
export function checkBatches(domain: BatchPollerContext): Job {
  const poller = new BatchPoller(domain);
  return {
    name: 'check-batches',
    everyMs: 5_000,
    scope: 'cluster',
    run: (signal) => poller.run(signal),
  };
}
