import { BatchChecker } from '../batches/batch-checker.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Follows batches at their providers and settles them. */
export function checkBatches(domain: Domain): Job {
  const checker = new BatchChecker(domain);
  return {
    name: 'check-batches',
    everyMs: 5_000,
    scope: 'cluster',
    run: (signal) => checker.run(signal),
  };
}
