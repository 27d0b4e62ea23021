import { nowSeconds } from '../../platform/clock.ts';
import {
  claimPayment,
  endOrder,
  findOrder,
  findOrderByReference,
  markConfirming,
  type OrderRow,
} from '../../store/orders-repository.ts';
import { isUniqueViolation } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { recordTopup } from '../log/topup-log.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { describePayment } from './describe-payment.ts';
import type { PaymentEventResult, PaymentEvent } from './payment-event.ts';

export type PaymentEventDomain = Pick<Domain, 'store' | 'options' | 'clock' | 'log'>;

/**
 * Takes in what a provider says of an order. A payment is credited once: the order, the balance,
 * the ledger and the log change in one transaction, and only where every field agrees with the
 * order as it was made. Resolves after the commit, so that the provider hears no success before it.
 */
export async function applyPaymentEvent(
  domain: PaymentEventDomain,
  notice: PaymentEvent,
): Promise<PaymentEventResult> {
  const order = await findOrder(domain.store.db, notice.tradeNo);
  const fault = order ? findMismatch(order, notice) : 'no such order';
  if (!order || fault !== undefined) return refuse(domain, notice, fault);
  if (order.status === 'paid') return 'done';
  switch (notice.outcome) {
    case 'paid':
      if (!(await creditOrder(domain, order, notice.reference)))
        return refuse(domain, notice, 'the reference of another order');
      break;
    case 'confirming':
      await markConfirming(domain.store.db, order.id);
      break;
    case 'failed':
      domain.log.info({ provider: order.provider, tradeNo: order.trade_no }, 'a payment failed');
      await endOrder(domain.store.db, order.id, 'failed');
      break;
    case 'expired':
      await endOrder(domain.store.db, order.id, 'expired');
      break;
    case 'waiting':
  }
  return 'done';
}

function refuse(
  { log }: PaymentEventDomain,
  { provider, tradeNo, outcome }: PaymentEvent,
  fault: string | undefined,
): 'refused' {
  log.warn(
    { provider, tradeNo, outcome, fault },
    'a notice of a payment fits no order; nothing was credited',
  );
  return 'refused';
}

/** The field in which a notice is not about this order, or about another sum. */
function findMismatch(order: OrderRow, notice: PaymentEvent): string | undefined {
  if (notice.provider !== order.provider) return 'provider';
  if (notice.method !== undefined && notice.method !== order.method) return 'method';
  if (notice.currency !== undefined && notice.currency !== order.currency) return 'currency';
  if (notice.cents !== order.pay_cents) return 'amount';
  if (
    order.reference !== null &&
    notice.reference !== undefined &&
    notice.reference !== order.reference
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
    const user = await trx
      .selectFrom('users')
      .select(['id', 'username'])
      .where('id', '=', order.user_id)
      .executeTakeFirstOrThrow();
    await recordTopup(trx, user, {
      event: 'paid',
      params: describePayment(order),
      amount: order.quota,
      options,
      at,
    });
  });
}
