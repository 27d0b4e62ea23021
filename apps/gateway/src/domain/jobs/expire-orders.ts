import { forgetOldOrders } from '../payments/reconcile-orders.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Deletes unpaid orders that can no longer be paid. */
export function expireOrdersJob(domain: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-orders',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    run: () => forgetOldOrders(domain),
  };
}
