import type { OrderFault } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import {
  endOrder,
  endReturned,
  isCredited,
  findOrder,
  findOrderByReference,
  markConfirming,
  markUncredited,
  reopenReturned,
  type OrderRow,
} from '../../store/orders-repository.ts';
import { findRefund } from '../../store/refunds-repository.ts';
import { isUniqueViolation } from '../accounts/users.ts';
import { notify } from '../notifications/notify.ts';
import { creditPaidOrder } from './credit-paid-order.ts';
import { describePayment } from './describe-payment.ts';
import { recordOrderEvent } from './order-history.ts';
import { reportReturnedMoney } from './refunds/report-returned-money.ts';
import { isContradicted } from './refunds/settle-answer.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import type { PaymentContext } from './payment-provider.ts';
import type { PaymentEventResult, PaymentEvent } from './payment-event.ts';

/** Numbers that any database can store and index. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

export type PaymentEventDomain = Pick<PaymentContext, 'store' | 'options' | 'clock' | 'log'>;

/**
 * Applies a payment event to its order. A payment is credited once: order, balance, ledger and log change in
 * one transaction, and only if every field matches the order as created. Resolves after the commit, so that
 * it is not acknowledged before.
 */
export async function applyPaymentEvent(
  domain: PaymentEventDomain,
  event: PaymentEvent,
  source: EventSource = { kind: 'webhook' },
): Promise<PaymentEventResult> {
  const order = await findReportedOrder(domain, event);
  // The account may have other shops, whose refunds are not ours.
  if (!order)
    return event.outcome === 'returned' ? 'applied' : reject(domain, event, 'no such order');
  const fault = findMismatch(order, event);
  if (fault !== undefined) return rejectFor(domain, order, event, { source, fault });
  if (event.outcome === 'returned') return applyReturn(domain, order, event, source);
  if (isCredited(order)) return 'applied';
  // Recorded first, so that the credit follows its cause in the history.
  await recordEvent(domain, order, event, source);
  switch (event.outcome) {
    case 'paid':
      if (!(await creditOrder(domain, order, event.reference)))
        return rejectFor(domain, order, event, { source, fault: 'reference-taken' });
      break;
    case 'confirming':
      await markConfirming(domain.store.db, order.id);
      break;
    case 'underpaid':
      if (event.isOver === true) await failOrder(domain, order, 'order_underpaid');
      else await markConfirming(domain.store.db, order.id, false);
      break;
    case 'failed':
      domain.log.info({ provider: order.provider, tradeNo: order.trade_no }, 'payment failed');
      await failOrder(domain, order, 'order_failed');
      break;
    case 'expired':
      await markConfirming(domain.store.db, order.id, false);
      await endOrder(domain.store.db, order.id, 'expired');
      break;
    case 'waiting':
  }
  return 'applied';
}

/** Finds an order by its number, or by its payment if only that is named. */
async function findReportedOrder(
  { store }: PaymentEventDomain,
  { provider, tradeNo, reference = '', outcome }: PaymentEvent,
): Promise<OrderRow | undefined> {
  if (STORABLE.test(tradeNo)) return findOrder(store.db, tradeNo);
  return outcome === 'returned' && tradeNo === '' && STORABLE.test(reference)
    ? findOrderByReference(store.db, provider, reference)
    : undefined;
}

/**
 * Applies a report of returned money. An order that was not credited never will be, whatever arrives late;
 * for one that was, the site is notified, and an administrator decides.
 */
async function applyReturn(
  domain: PaymentEventDomain,
  order: OrderRow,
  event: PaymentEvent,
  source: EventSource,
): Promise<PaymentEventResult> {
  if (await applyRefundReport(domain, order, event, source)) return 'applied';
  await recordEvent(domain, order, event, source);
  const at = nowSeconds(domain.clock);
  if ((await endReturned(domain.store.db, order.id, at)) || order.status === 'refunded')
    return 'applied';
  await reportReturnedMoney(domain, order);
  return 'applied';
}

/**
 * Settles a refund that was made here; returns whether the report needs nothing else. That holds also for a
 * refund that failed, and for a sum that refunds made here explain.
 */
async function applyRefundReport(
  domain: PaymentEventDomain,
  order: OrderRow,
  event: PaymentEvent,
  source: EventSource,
): Promise<boolean> {
  const { refund, isTotal, cents } = event;
  const own = refund && (await findRefund(domain.store.db, order.id, refund.number));
  if (own) {
    await settleRefund(domain, own, refund);
    // Made although it counts as refused: somebody must look at it.
    return !(await isContradicted(domain, own, refund));
  }
  if (refund?.state === 'failed') {
    await applyFailedReturn(domain, order, event);
    return true;
  }
  const isOurs = isTotal === true && cents !== undefined && cents <= order.refunded_cents;
  if (isOurs) await recordEvent(domain, order, event, source);
  return isOurs;
}

/**
 * Applies a report that money did not go back after all: an order that ended with its return, or was never
 * credited, is marked for an administrator.
 */
async function applyFailedReturn(
  { store, clock }: PaymentEventDomain,
  order: OrderRow,
  { cents, currency = order.currency, refund }: PaymentEvent,
): Promise<void> {
  const at = nowSeconds(clock);
  await store.transaction(async (trx) => {
    if (!(await reopenReturned(trx, order.id, at))) await markUncredited(trx, order.id, at);
    const reference = refund?.reference ? { reference: refund.reference } : {};
    const amount = cents === undefined ? {} : { cents, currency };
    await recordOrderEvent(trx, order.id, { kind: 'refund-failed', at, ...amount, ...reference });
  });
}

/** Ends an order as failed and notifies its owner, in one transaction. */
async function failOrder(
  { store, options, clock }: PaymentEventDomain,
  order: OrderRow,
  notice: 'order_failed' | 'order_underpaid',
): Promise<void> {
  await store.transaction(async (trx) => {
    if (!(await endOrder(trx, order.id, 'failed'))) return;
    const { order: number, paid } = describePayment(order);
    await notify(trx, options, {
      event: notice,
      ownerId: order.user_id,
      object: number,
      params: { order: number, amount: paid },
      at: nowSeconds(clock),
    });
  });
}

/** How the gateway learned of an event. */
export interface EventSource {
  readonly kind: 'webhook' | 'query';
  /** The person who requested the query; absent for the gateway itself. */
  readonly actor?: string;
}

/** Records the provider's report about an order. */
function recordEvent(
  { store, clock }: PaymentEventDomain,
  order: OrderRow,
  { outcome, cents, currency, reference }: PaymentEvent,
  { fault, ...source }: EventSource & { fault?: OrderFault },
): Promise<void> {
  return recordOrderEvent(store.db, order.id, {
    at: nowSeconds(clock),
    ...source,
    outcome,
    ...(fault === undefined ? {} : { fault }),
    ...(cents === undefined ? {} : { cents, currency: currency ?? order.currency }),
    ...(reference === undefined ? {} : { reference }),
  });
}

/** Changes nothing but the order's history; an order reported as paid is flagged from now on. */
async function rejectFor(
  domain: PaymentEventDomain,
  order: OrderRow,
  event: PaymentEvent,
  { source, fault }: { source: EventSource; fault: OrderFault },
): Promise<'rejected'> {
  await recordEvent(domain, order, event, { ...source, fault });
  if (event.outcome === 'paid')
    await markUncredited(domain.store.db, order.id, nowSeconds(domain.clock));
  return reject(domain, event, fault);
}

function reject(
  { log }: PaymentEventDomain,
  { provider, tradeNo, outcome }: PaymentEvent,
  fault: string,
): 'rejected' {
  log.warn(
    { provider, tradeNo, outcome, fault },
    'payment event rejected: it matches no order; nothing was credited',
  );
  return 'rejected';
}

/** Returns the field that differs from the order; undefined if all match. */
function findMismatch(order: OrderRow, event: PaymentEvent): OrderFault | undefined {
  if (event.provider !== order.provider) return 'provider';
  if (event.method !== undefined && event.method !== order.method) return 'method';
  if (event.currency !== undefined && event.currency !== order.currency) return 'currency';
  // Money may be returned in part.
  if (event.outcome !== 'returned' && event.cents !== order.pay_cents) return 'amount';
  if (event.reference !== undefined && !STORABLE.test(event.reference)) return 'reference';
  if (
    order.reference !== null &&
    event.reference !== undefined &&
    event.reference !== order.reference
  )
    return 'reference';
  return undefined;
}

/** Credits an order; returns false, without any change, if the same payment already paid another order. */
async function creditOrder(
  domain: PaymentEventDomain,
  order: OrderRow,
  reference: string | undefined,
): Promise<boolean> {
  try {
    await bookPayment(domain, order, reference);
    return true;
  } catch (error) {
    const owner =
      reference === undefined || !isUniqueViolation(error)
        ? undefined
        : await findOrderByReference(domain.store.db, order.provider, reference);
    if (!owner || owner.id === order.id) throw error;
    return false;
  }
}

async function bookPayment(
  domain: PaymentEventDomain,
  { id }: OrderRow,
  reference: string | undefined,
): Promise<void> {
  const at = nowSeconds(domain.clock);
  await domain.store.transaction(async (trx) => {
    const order = await creditPaidOrder(domain, trx, { id, reference, at });
    if (order) await recordOrderEvent(trx, id, { kind: 'credited', at });
  });
}
