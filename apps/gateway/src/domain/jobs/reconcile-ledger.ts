import { nowSeconds } from '../../platform/clock.ts';
import { notify } from '../notifications/notify.ts';
import type { Domain } from '../domain.ts';
import { reconcileAndReport } from '../wallet/reconcile-ledger.ts';
import type { Job } from './job.ts';

/**
 * Reconciles the ledger periodically: mismatches are logged and counted, and nothing is repaired silently.
 */
export function createLedgerReconciliation(
  domain: Pick<Domain, 'store' | 'clock' | 'log' | 'options'>,
): Job {
  return {
    name: 'reconcile-ledger',
    everyMs: 300_000,
    scope: 'cluster',
    async run() {
      const { length: count } = await reconcileAndReport(domain);
      if (count === 0) return;
      const at = nowSeconds(domain.clock);
      const notice = {
        event: 'ledger_mismatch',
        ownerId: 0,
        object: '',
        params: { count },
        at,
      } as const;
      await notify(domain.store.db, domain.options, notice);
    },
  };
}
