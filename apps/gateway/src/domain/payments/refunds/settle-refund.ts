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
import { noteAudited } from '../../audit/audit-scope.ts';
import { recordAuditEvent } from '../../log/audit-log.ts';
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

/** Somebody who settles a refund by hand, and why. */
export interface SettledBy {
  actor: { id: number; username: string };
  reason: string;
}

/**
 * Records what a provider says about a refund, once, whoever learns of it: a response, a query, a webhook or a
 * person. One that was made takes back the inviter's rebate; one that was refused returns the quota. All in
 * one transaction. Returns false if it was settled before.
 */
export async function settleRefund(
  domain: RefundDomain,
  { id, order_id: orderId }: Pick<RefundRow, 'id' | 'order_id'>,
  { state, reference = '', detail = '' }: RefundReport,
  by?: SettledBy,
): Promise<boolean> {
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    await lockOrder(trx, orderId);
    const moved = await moveRefund(trx, id, { state, at, reference, detail });
    if (!moved) return false;
    const refund = by ? { ...moved, actor: by.actor.username, reason: by.reason } : moved;
    if (by) await recordSettlement(trx, refund, { state, by, at });
    if (state === 'succeeded') await bookRefund(domain, trx, refund, at);
    if (state === 'failed') await undoRefund(domain, trx, refund, { at, detail });
    return true;
  });
}

async function recordSettlement(
  trx: StoreTransaction,
  refund: RefundRow,
  { state, by, at }: { state: RefundReport['state']; by: SettledBy; at: number },
): Promise<void> {
  const order = await lockOrder(trx, refund.order_id);
  const { amount } = describeRefund(order, refund);
  noteAudited({
    id: order.id,
    name: order.trade_no,
    before: { status: 'refunding' },
    after: { status: state === 'succeeded' ? 'refunded' : 'paid', paid: amount },
    reason: by.reason,
  });
  const owner = await readUserName(trx, order.user_id);
  const event = state === 'succeeded' ? 'order_refund_made' : 'order_refund_not_made';
  const params = { order: order.trade_no, amount, reason: by.reason };
  await recordAuditEvent(trx, owner, { event, params, actor: by.actor, at });
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
