import type { Domain } from '../domain.ts';
import { reconcileAndReport } from '../wallet/reconcile-ledger.ts';
import type { Job } from './job.ts';

/** The standing check of the money; what is wrong goes to the log and the metric, and nothing is mended in silence. */
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
