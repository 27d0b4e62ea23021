import { BatchPoller } from '../batches/batch-poller.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

type CheckBatchesContext = Pick<
  Domain,
  'clock' | 'clockJumps' | 'log' | 'store' | 'options' | 'catalog' | 'channelHealth' | 'fileTools'
>;

/** Polls batches at their providers and settles them. */
export function checkBatches(domain: CheckBatchesContext): Job {
  const checker = new BatchPoller(domain);
  return {
    name: 'check-batches',
    everyMs: 5_000,
    scope: 'cluster',
    run: (signal) => checker.run(signal),
  };
}
