import { reconcileOrders } from '../payments/reconcile-orders.ts';
import type { PaymentDomain } from '../payments/start-payment.ts';
import type { Job } from './job.ts';

/** Handles what webhooks do not report: expired orders, and payments whose webhook was lost. */
export function reconcilePayments(domain: PaymentDomain): Job {
  return {
    name: 'reconcile-payments',
    everyMs: 30_000,
    scope: 'cluster',
    run: (signal) => reconcileOrders(domain, signal),
  };
}
