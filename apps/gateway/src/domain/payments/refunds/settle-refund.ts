import type { StoreTransaction } from '../../../store/open-store.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import {
  endRefundPart,
  lockOrder,
  moveRefund,
  releaseRefundPart,
  type RefundRow,
} from '../../../store/refunds-repository.ts';
import { findUserById, readUserName } from '../../../store/users-repository.ts';
import { nowSeconds } from '../../../platform/clock.ts';
import { recordGrant } from '../../log/grant-log.ts';
import { notify } from '../../notifications/notify.ts';
import { reverseRebate } from '../../rebates/reverse-rebate.ts';
import { creditUser } from '../../wallet/credit-user.ts';
import { lockUsers } from '../../wallet/store/lock-users.ts';
import { describePayment } from '../describe-payment.ts';
import { formatCents } from '../format-cents.ts';
import { recordOrderEvent } from '../order-history.ts';
import type { PaymentContext, RefundReport } from '../payment-provider.ts';

export type RefundDomain = Pick<PaymentContext, 'store' | 'options' | 'clock' | 'log'>;

/**
 * Records what a provider says about a refund, once, whoever learns of it: a response, a query or a webhook.
 * One that was made takes back the inviter's rebate; one that was refused returns the quota. All in one
 * transaction.
 */
export async function settleRefund(
  domain: RefundDomain,
  { id, order_id: orderId }: Pick<RefundRow, 'id' | 'order_id'>,
  { state, reference = '', detail = '' }: RefundReport,
): Promise<void> {
  const at = nowSeconds(domain.clock);
  await domain.store.transaction(async (trx) => {
    await lockOrder(trx, orderId);
    const refund = await moveRefund(trx, id, { state, at, reference, detail });
    if (!refund) return;
    if (state === 'succeeded') await bookRefund(domain, trx, refund, at);
    if (state === 'failed') await undoRefund(domain, trx, refund, { at, detail });
  });
}

async function bookRefund(
  domain: RefundDomain,
  trx: StoreTransaction,
  refund: RefundRow,
  at: number,
): Promise<void> {
  await endRefundPart(trx, refund.order_id, at);
  const order = await lockOrder(trx, refund.order_id);
  await lockMoney(trx, order);
  await reverseRebate(trx, domain, { order, key: refund.number, at });
  const { amount, ...event } = describeRefund(order, refund);
  await recordOrderEvent(trx, order.id, { kind: 'refunded', at, ...event });
  const owner = await readUserName(trx, order.user_id);
  const params = { order: order.trade_no, money: amount };
  await recordGrant(
    trx,
    owner,
    { event: 'order_refunded', amount: refund.took_quota === 1 ? refund.quota : 0, params },
    { options: domain.options, at },
  );
  await notify(trx, domain.options, {
    event: 'order_refunded',
    ownerId: order.user_id,
    object: refund.number,
    params: { order: order.trade_no, amount },
    at,
  });
}

async function undoRefund(
  domain: RefundDomain,
  trx: StoreTransaction,
  refund: RefundRow,
  { at, detail }: { at: number; detail: string },
): Promise<void> {
  await releaseRefundPart(trx, refund);
  const order = await lockOrder(trx, refund.order_id);
  await lockMoney(trx, order);
  // Booked with a success only, so there is nothing to undo before.
  if (refund.state === 'succeeded')
    await reverseRebate(trx, domain, { order, key: `${refund.number}:undone`, at });
  if (refund.took_quota === 1 && refund.quota > 0)
    await creditUser(trx, {
      userId: order.user_id,
      delta: refund.quota,
      kind: 'topup-returned',
      reason: refund.number,
      actorId: order.user_id,
      reference: order.trade_no,
      idempotencyKey: `refund-undone:${refund.number}`,
      createdAt: at,
    });
  const { amount, ...event } = describeRefund(order, refund);
  const reason = detail === '' ? {} : { reason: detail };
  await recordOrderEvent(trx, order.id, { kind: 'refund-failed', at, ...event, ...reason });
  const owner = await readUserName(trx, order.user_id);
  await recordGrant(
    trx,
    owner,
    {
      event: 'order_refund_failed',
      amount: refund.took_quota === 1 ? refund.quota : 0,
      params: { order: order.trade_no, money: amount },
    },
    { options: domain.options, at },
  );
  const { method: provider } = describePayment(order);
  await notify(trx, domain.options, {
    event: 'refund_failed',
    ownerId: 0,
    object: refund.number,
    params: { order: order.trade_no, amount, provider, reason: detail || '–' },
    at,
  });
}

/** Locks the rows of the users whose money changes, in the order of all such changes. */
async function lockMoney(trx: StoreTransaction, { user_id: userId }: OrderRow): Promise<void> {
  const owner = await findUserById(trx, userId);
  await lockUsers(trx, [userId, owner?.inviter_id ?? userId]);
}

function describeRefund({ currency }: OrderRow, refund: RefundRow) {
  const { cents, actor, reason, reference } = refund;
  const amount = `${formatCents(cents)} ${currency}`;
  return { amount, cents, currency, actor, reason, ...(reference === '' ? {} : { reference }) };
}
