import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteUnpaidOrders,
  expireOrders,
  listOrdersToCheck,
  type OrderRow,
  scheduleCheck,
} from '../../store/orders-repository.ts';
import { queryOrder } from './query-order.ts';
import type { PaymentDomain } from './start-payment.ts';

const MINUTE = 60;
const HOUR = 3600;
/** From one query of an order to the next; after the last it is left to webhooks. */
const GAPS = [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR];
/** No provider reports a payment so late. */
const KEPT_SECONDS = 90 * 24 * HOUR;
const ORDERS_A_RUN = 100;
const AT_ONCE = 4;

/** Reconciliation of orders: ends those whose time is over, and queries providers about unpaid ones, whose webhook may be lost. */
export async function reconcileOrders(domain: PaymentDomain, signal: AbortSignal): Promise<void> {
  const { store, clock } = domain;
  const now = nowSeconds(clock);
  await expireOrders(store.db, now);
  const queue = await listOrdersToCheck(store.db, now, ORDERS_A_RUN);
  const worker = async () => {
    for (let order = queue.shift(); order && !signal.aborted; order = queue.shift())
      await checkOrder(domain, order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Forgets unpaid orders that nobody can pay any more. */
export async function forgetOldOrders({
  store,
  clock,
}: Pick<PaymentDomain, 'store' | 'clock'>): Promise<void> {
  await deleteUnpaidOrders(store.db, nowSeconds(clock) - KEPT_SECONDS);
}

/** The next query is scheduled first: an order that makes trouble must not be queried for ever. */
async function checkOrder(domain: PaymentDomain, order: OrderRow): Promise<void> {
  const { store, clock, log } = domain;
  const gap = GAPS[order.checks];
  const at = gap === undefined ? null : nowSeconds(clock) + gap;
  await scheduleCheck(store.db, order.id, { at, checks: order.checks + 1 });
  try {
    await queryOrder(domain, order);
  } catch (error) {
    log.debug({ err: error, tradeNo: order.trade_no }, 'order could not be checked');
  }
}
