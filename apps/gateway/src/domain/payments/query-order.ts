import { nowSeconds } from '../../platform/clock.ts';
import type { OrderRow } from '../../store/orders-repository.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { recordOrderEvent } from './order-history.ts';
import type { PaymentClient } from './payment-provider.ts';
import type { PaymentDomain } from './start-payment.ts';

/** Queries the provider about an order, records its report and applies it; `actor` is who requested it. */
export async function queryOrder(
  domain: PaymentDomain,
  order: OrderRow,
  actor?: string,
): Promise<void> {
  const { store, clock, log, payments } = domain;
  const by = actor === undefined ? {} : { actor };
  const clients: Readonly<Record<string, PaymentClient>> = payments;
  const note = (outcome: 'unknown' | 'unreachable') =>
    recordOrderEvent(store.db, order.id, { kind: 'query', at: nowSeconds(clock), outcome, ...by });
  let event;
  try {
    event = await clients[order.provider]?.queryOrder(order);
  } catch (error) {
    log.debug({ err: error, tradeNo: order.trade_no }, 'order query failed');
    return note('unreachable');
  }
  if (event?.tradeNo !== order.trade_no) return note('unknown');
  await applyPaymentEvent(domain, event, { kind: 'query', ...by });
}
