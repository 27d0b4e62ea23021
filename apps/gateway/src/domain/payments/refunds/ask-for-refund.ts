import { REFUND_ARRIVED_SECONDS } from '@tollgate/contract';
import { nowSeconds } from '../../../platform/clock.ts';
import { findOrderById } from '../../../store/order-search-repository.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import {
  claimRefundCheck,
  findOpenRefund,
  listRefundsToCheck,
  type RefundRow,
} from '../../../store/refunds-repository.ts';
import type {
  PaymentClient,
  RefundClient,
  RefundReport,
  RefundRequest,
} from '../payment-provider.ts';
import { PaymentRefusal } from '../request-provider.ts';
import type { PaymentDomain } from '../start-payment.ts';
import { refundAbilityOf } from './refund-ability.ts';
import { settleAnswer } from './settle-answer.ts';
import { settleRefund } from './settle-refund.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Pauses between the queries about a refund; the last one repeats until its outcome is known. */
const GAPS = [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR];
const REFUNDS_A_RUN = 50;

/** When the provider of a new refund is first queried about it, unless it has responded by then. */
export const FIRST_CHECK_SECONDS = MINUTE;

/**
 * Has the provider make a refund that is stored, and settles it. An unknown outcome leaves it under way: the
 * job or a webhook settles it later. Never call it inside a transaction.
 */
export async function askForRefund(
  domain: PaymentDomain,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  if (!mayAsk(domain, order, refund)) return;
  // Somebody may have settled it by hand while its provider was queried.
  if ((await findOpenRefund(domain.store.db, order.id))?.id !== refund.id) return;
  const report = await requestRefund(domain, order, refund);
  await settleAnswer(domain, order, refund, report);
}

/**
 * Returns whether asking now cannot refund twice: a process that was stopped for long must not send what
 * others have since given up.
 */
function mayAsk({ clock }: PaymentDomain, order: OrderRow, refund: RefundRow): boolean {
  const seconds = Math.max(FIRST_CHECK_SECONDS, refundAbilityOf(order)?.repeatableSeconds ?? 0);
  return nowSeconds(clock) - refund.created_at < seconds;
}

/** Returns what the provider says; under way if the outcome is unknown. */
async function requestRefund(
  { payments, log }: Pick<PaymentDomain, 'payments' | 'log'>,
  order: OrderRow,
  refund: RefundRow,
): Promise<RefundReport> {
  try {
    return await clientOf(payments, order).request(toRequest(order, refund));
  } catch (error) {
    if (error instanceof PaymentRefusal) return { state: 'failed', detail: error.reason };
    const { provider, trade_no: tradeNo } = order;
    log.warn({ err: error, provider, tradeNo }, 'outcome of a refund is unknown');
    return { state: 'pending' };
  }
}

/**
 * Queries the provider about a refund that is under way, and settles it. If it does not know the refund, it is
 * asked again while that cannot refund twice; otherwise the refund never reached it. Does nothing if another
 * node does the same. Throws if the provider does not tell.
 */
export async function checkRefund(domain: PaymentDomain, refund: RefundRow): Promise<void> {
  const now = nowSeconds(domain.clock);
  const gap = GAPS[Math.min(refund.checks, GAPS.length - 1)] ?? MINUTE;
  if (!(await claimRefundCheck(domain.store.db, refund, now + gap))) return;
  const order = await findOrderById(domain.store.db, refund.order_id);
  const ability = order && refundAbilityOf(order);
  if (!order || !ability) return;
  const report = await clientOf(domain.payments, order).find(toRequest(order, refund));
  if (report) return settleAnswer(domain, order, refund, report);
  const age = now - refund.created_at;
  if (age < ability.repeatableSeconds) return askForRefund(domain, order, refund);
  if (age >= REFUND_ARRIVED_SECONDS) await settleRefund(domain, refund, { state: 'failed' });
}

/** Settles refunds whose outcome was unknown or whose provider takes its time. */
export async function reconcileRefunds(domain: PaymentDomain, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = domain;
  for (const refund of await listRefundsToCheck(store.db, nowSeconds(clock), REFUNDS_A_RUN)) {
    if (signal.aborted) return;
    await checkRefund(domain, refund).catch((error: unknown) =>
      log.warn({ err: error, refund: refund.number }, 'refund could not be checked'),
    );
  }
}

function clientOf(payments: PaymentDomain['payments'], { provider }: OrderRow): RefundClient {
  const clients: Readonly<Record<string, PaymentClient>> = payments;
  const refunds = clients[provider]?.refunds;
  if (!refunds) throw new Error(`${provider} makes no refunds`);
  return refunds;
}

const toRequest = (order: OrderRow, { number, cents }: RefundRow): RefundRequest => ({
  order,
  number,
  cents,
});
