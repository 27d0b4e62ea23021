import { nowSeconds } from '../../platform/clock.ts';
import {
  claimPayment,
  endOrder,
  findOrder,
  findOrderByReference,
  markConfirming,
  type OrderRow,
} from '../../store/orders-repository.ts';
import { readUserName } from '../../store/users-repository.ts';
import { isUniqueViolation } from '../accounts/users.ts';
import { recordTopup } from '../log/topup-log.ts';
import { creditUser } from '../wallet/credit-user.ts';
import type { PaymentContext } from './payment-provider.ts';
import { describePayment } from './describe-payment.ts';
import type { PaymentEventResult, PaymentEvent } from './payment-event.ts';

export type PaymentEventDomain = Pick<PaymentContext, 'store' | 'options' | 'clock' | 'log'>;

/**
 * Applies a payment event to its order. A payment is credited once: the order, the balance,
 * the ledger and the log change in one transaction, and only where every field agrees with the
 * order as it was made. Resolves after the commit, so that no acknowledgement precedes it.
 */
export async function applyPaymentEvent(
  domain: PaymentEventDomain,
  event: PaymentEvent,
): Promise<PaymentEventResult> {
  const order = await findOrder(domain.store.db, event.tradeNo);
  const fault = order ? findMismatch(order, event) : 'no such order';
  if (!order || fault !== undefined) return reject(domain, event, fault);
  if (order.status === 'paid') return 'applied';
  switch (event.outcome) {
    case 'paid':
      if (!(await creditOrder(domain, order, event.reference)))
        return reject(domain, event, 'the reference of another order');
      break;
    case 'confirming':
      await markConfirming(domain.store.db, order.id);
      break;
    case 'failed':
      domain.log.info({ provider: order.provider, tradeNo: order.trade_no }, 'payment failed');
      await endOrder(domain.store.db, order.id, 'failed');
      break;
    case 'expired':
      await endOrder(domain.store.db, order.id, 'expired');
      break;
    case 'waiting':
  }
  return 'applied';
}

function reject(
  { log }: PaymentEventDomain,
  { provider, tradeNo, outcome }: PaymentEvent,
  fault: string | undefined,
): 'rejected' {
  log.warn(
    { provider, tradeNo, outcome, fault },
    'payment event rejected: no order agrees with it; nothing was credited',
  );
  return 'rejected';
}

/** The field in which an event is about another order or sum. */
function findMismatch(order: OrderRow, event: PaymentEvent): string | undefined {
  if (event.provider !== order.provider) return 'provider';
  if (event.method !== undefined && event.method !== order.method) return 'method';
  if (event.currency !== undefined && event.currency !== order.currency) return 'currency';
  if (event.cents !== order.pay_cents) return 'amount';
  if (
    order.reference !== null &&
    event.reference !== undefined &&
    event.reference !== order.reference
  )
    return 'reference';
  return undefined;
}

/** Credits an order; false where another one was paid by the same payment, and then nothing is done. */
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
  { store, options, clock }: PaymentEventDomain,
  { id }: OrderRow,
  reference: string | undefined,
): Promise<void> {
  const at = nowSeconds(clock);
  await store.transaction(async (trx) => {
    const order = await claimPayment(trx, { id, reference, at });
    if (!order) return;
    await creditUser(trx, {
      userId: order.user_id,
      delta: order.quota,
      kind: 'topup',
      reason: order.method,
      actorId: order.user_id,
      reference: order.trade_no,
      idempotencyKey: `order:${order.trade_no}`,
      createdAt: at,
    });
    const user = await readUserName(trx, order.user_id);
    await recordTopup(trx, user, {
      event: 'paid',
      params: describePayment(order),
      amount: order.quota,
      options,
      at,
    });
  });
}
