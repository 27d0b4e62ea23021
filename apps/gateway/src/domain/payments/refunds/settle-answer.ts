import { nowSeconds } from '../../../platform/clock.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import { findRefund, type RefundRow } from '../../../store/refunds-repository.ts';
import { recordOrderEvent } from '../order-history.ts';
import type { RefundReport } from '../payment-provider.ts';
import { reportReturnedMoney } from './report-returned-money.ts';
import { type RefundDomain, settleRefund } from './settle-refund.ts';

/**
 * Settles a refund by what its provider answered. Meanwhile somebody may have settled it as not made, which
 * returned the quota: if it was made, the site learns of it.
 */
export async function settleAnswer(
  domain: RefundDomain,
  order: OrderRow,
  refund: RefundRow,
  report: RefundReport,
): Promise<void> {
  if (await settleRefund(domain, refund, report)) return;
  if (!(await isContradicted(domain, refund, report))) return;
  const { cents } = refund;
  const { reference } = report;
  await recordOrderEvent(domain.store.db, order.id, {
    kind: 'query',
    at: nowSeconds(domain.clock),
    outcome: 'returned',
    cents,
    currency: order.currency,
    ...(reference ? { reference } : {}),
  });
  await reportReturnedMoney(domain, order);
}

/** Whether a refund counts as not made although its provider reports that it was. */
export async function isContradicted(
  { store }: Pick<RefundDomain, 'store'>,
  { order_id: orderId, number }: Pick<RefundRow, 'order_id' | 'number'>,
  { state }: Pick<RefundReport, 'state'>,
): Promise<boolean> {
  if (state !== 'succeeded') return false;
  return (await findRefund(store.db, orderId, number))?.state === 'failed';
}
