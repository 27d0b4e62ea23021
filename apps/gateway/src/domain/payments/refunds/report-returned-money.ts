import { nowSeconds } from '../../../platform/clock.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import { notify } from '../../notifications/notify.ts';
import { describePayment } from '../describe-payment.ts';
import type { RefundDomain } from './settle-refund.ts';

/** Notifies the site that money of a credited order went back without a refund that counts: somebody must look. */
export async function reportReturnedMoney(
  { store, options, clock, log }: RefundDomain,
  order: OrderRow,
): Promise<void> {
  log.warn(
    { provider: order.provider, tradeNo: order.trade_no },
    'money of a credited order was returned or is disputed',
  );
  const { order: number, paid, method } = describePayment(order);
  await notify(store.db, options, {
    event: 'payment_returned',
    ownerId: 0,
    object: number,
    params: { order: number, amount: paid, provider: method },
    at: nowSeconds(clock),
  });
}
