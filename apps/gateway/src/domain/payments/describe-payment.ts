import { brandOf } from '@tollgate/contract';
import type { OrderRow } from '../../store/orders-repository.ts';
import { formatCents } from './format-cents.ts';

/** Returns what the log states of a payment: the order, its method's brand, and the amount paid. */
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
