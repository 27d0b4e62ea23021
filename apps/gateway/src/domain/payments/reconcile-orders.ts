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
/** Pauses between the queries of an order; after the last one only webhooks are awaited. */
const GAPS = [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR];
/** No provider reports a payment this late. */
const RETENTION_SECONDS = 90 * 24 * HOUR;
const ORDERS_A_RUN = 100;
const AT_ONCE = 4;
const SLOW_MS = 5000;
/** After so many slow answers, a provider's other orders wait for a later run and those of others are asked. */
const SLOW_ANSWERS_MAX = 4;

/**
 * Reconciles orders: ends expired ones, and queries providers about unpaid ones, whose webhook may have been
 * lost.
 */
export async function reconcileOrders(domain: PaymentDomain, signal: AbortSignal): Promise<void> {
  const { store, clock } = domain;
  const now = nowSeconds(clock);
  await expireOrders(store.db, now);
  const queue = await listOrdersToCheck(store.db, now, ORDERS_A_RUN);
  const slowAnswers = new Map<string, number>();
  const slowAnswersOf = (provider: string) => slowAnswers.get(provider) ?? 0;
  const worker = async () => {
    for (let order = queue.shift(); order && !signal.aborted; order = queue.shift()) {
      const { provider } = order;
      if (slowAnswersOf(provider) >= SLOW_ANSWERS_MAX) await postponeCheck(domain, order);
      else if (await isSlow(domain, () => checkOrder(domain, order)))
        slowAnswers.set(provider, slowAnswersOf(provider) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function isSlow(
  { clock }: Pick<PaymentDomain, 'clock'>,
  work: () => Promise<void>,
): Promise<boolean> {
  const startedAt = clock.nowMs();
  await work();
  return clock.nowMs() - startedAt > SLOW_MS;
}

/** Leaves an order for a later run, which counts as no query. */
function postponeCheck(
  { store, clock }: Pick<PaymentDomain, 'store' | 'clock'>,
  { id, checks }: OrderRow,
): Promise<void> {
  return scheduleCheck(store.db, id, { at: nowSeconds(clock) + MINUTE, checks });
}

/** Deletes unpaid orders that can no longer be paid. */
export async function forgetOldOrders({
  store,
  clock,
}: Pick<PaymentDomain, 'store' | 'clock'>): Promise<void> {
  await deleteUnpaidOrders(store, nowSeconds(clock) - RETENTION_SECONDS);
}

/** Schedules the next query first, so that an order that keeps failing is not queried forever. */
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
