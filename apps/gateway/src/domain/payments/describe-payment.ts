import { brandOf } from '@tollgate/contract';
import type { OrderRow } from '../../store/orders-repository.ts';
import { formatCents } from './format-cents.ts';

/** What the log says of a payment: the order, the brand of its method, and what was paid. */
export function describePayment({
  trade_no: order,
  provider,
  method,
  pay_cents,
  currency,
}: OrderRow) {
  return {
    order,
    method: brandOf(provider, method),
    paid: `${formatCents(pay_cents)} ${currency}`,
  };
}
