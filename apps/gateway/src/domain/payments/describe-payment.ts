import { paymentProviderTable, type PaymentProviderId } from '@tollgate/contract';
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
  const brands: Readonly<Record<string, string>> =
    paymentProviderTable[provider as PaymentProviderId].methods;
  return { order, method: brands[method] ?? method, paid: `${formatCents(pay_cents)} ${currency}` };
}
