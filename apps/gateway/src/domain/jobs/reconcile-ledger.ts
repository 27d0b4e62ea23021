import type { Domain } from '../domain.ts';
import { reconcileAndReport } from '../wallet/reconcile-ledger.ts';
import type { Job } from './job.ts';

/**
 * Periodic ledger reconciliation: mismatches go to the log and the metric; nothing is repaired silently.
 */
export function checkBooks(domain: Pick<Domain, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'check-books',
    everyMs: 300_000,
    scope: 'cluster',
    async run() {
      await reconcileAndReport(domain);
    },
  };
}
