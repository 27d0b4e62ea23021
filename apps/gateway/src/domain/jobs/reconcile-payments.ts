import { reconcileOrders } from '../payments/reconcile-orders.ts';
import { reconcileRefunds } from '../payments/refunds/ask-for-refund.ts';
import type { PaymentDomain } from '../payments/start-payment.ts';
import type { Job } from './job.ts';

/**
 * Handles what webhooks do not report: expired orders, payments whose webhook was lost, and refunds whose
 * outcome is unknown.
 */
export function reconcilePayments(domain: PaymentDomain): Job {
  return {
    name: 'reconcile-payments',
    everyMs: 30_000,
    scope: 'cluster',
    async run(signal) {
      await reconcileOrders(domain, signal);
      await reconcileRefunds(domain, signal);
    },
  };
}
