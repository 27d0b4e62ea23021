import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteUnpaidOrders,
  expireOrders,
  listOrdersToCheck,
  type OrderRow,
  scheduleCheck,
} from '../../store/orders-repository.ts';
import { queryAirwallex } from './providers/airwallex.ts';
import { queryCryptomus } from './providers/cryptomus.ts';
import { queryEpay } from './providers/epay.ts';
import type { PaymentClients } from './payment-clients.ts';
import type { PaymentProviderId } from './payment-methods.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { PaymentDomain } from './start-payment.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { queryUsdt } from './providers/usdt.ts';

const MINUTE = 60;
const HOUR = 3600;
/** From one question about an order to the next; after the last it is left to notices. */
const GAPS = [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR];
/** No provider tells of a payment so late. */
const KEPT_SECONDS = 90 * 24 * HOUR;
const ORDERS_A_RUN = 100;
const AT_ONCE = 4;

type Query = (desk: PaymentClients, order: OrderRow) => Promise<PaymentEvent | undefined>;

const QUERIES: Readonly<Record<PaymentProviderId, Query>> = {
  epay: (desk, order) => queryEpay(desk.ask, desk.options, order),
  usdt: queryUsdt,
  cryptomus: queryCryptomus,
  airwallex: (desk, order) => queryAirwallex(desk.airwallex, order),
};

/** Ends orders whose time is over, forgets old unpaid ones, and asks providers about unpaid ones, whose notice may be lost. */
export async function reconcileOrders(domain: PaymentDomain, signal: AbortSignal): Promise<void> {
  const { store, clock } = domain;
  const now = nowSeconds(clock);
  await expireOrders(store.db, now);
  await deleteUnpaidOrders(store.db, now - KEPT_SECONDS);
  const queue = await listOrdersToCheck(store.db, now, ORDERS_A_RUN);
  const worker = async () => {
    for (let order = queue.shift(); order && !signal.aborted; order = queue.shift())
      await checkOrder(domain, order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The next question is set down first: an order that makes trouble must not be asked about for ever. */
async function checkOrder(domain: PaymentDomain, order: OrderRow): Promise<void> {
  const { store, clock, log, payments } = domain;
  const gap = GAPS[order.checks];
  const at = gap === undefined ? null : nowSeconds(clock) + gap;
  await scheduleCheck(store.db, order.id, { at, checks: order.checks + 1 });
  try {
    const notice = await QUERIES[order.provider as PaymentProviderId](payments, order);
    if (notice?.tradeNo === order.trade_no) await applyPaymentEvent(domain, notice);
  } catch (error) {
    log.debug({ err: error, tradeNo: order.trade_no }, 'a provider could not be asked of an order');
  }
}
