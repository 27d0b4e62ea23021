import type { OrderRow } from '../../store/orders-repository.ts';
import { formatCents } from './price-order.ts';

/** How people know the methods; the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  zfb: 'Alipay',
  wx: 'WeChat Pay',
  usdt: 'USDT',
  cryptomus: 'Cryptomus',
  airwallex: 'Airwallex',
};

/** What the log says of a payment. */
export function describePayment({ trade_no: order, method, pay_cents: cents, currency }: OrderRow) {
  return { order, method: NAMES[method] ?? method, paid: `${formatCents(cents)} ${currency}` };
}
