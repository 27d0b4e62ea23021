import { randomUUID } from 'node:crypto';
import { type OrderDetail, refuseOrderCompletion } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { insertRefund, lockOrder } from '../../store/refunds-repository.ts';
import { claimRefund, type OrderRow } from '../../store/orders-repository.ts';
import { findOrderById } from '../../store/order-search-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { reverseRebate } from '../rebates/reverse-rebate.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { changeBalance } from '../wallet/store/change-balance.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { describePayment } from './describe-payment.ts';
import { orderAt } from './order-administration.ts';
import { recordOrderEvent } from './order-history.ts';

interface Refund {
  id: number;
  reason: string;
  /** Whether the credited quota is deducted from the balance. */
  takeQuota: boolean;
}

/**
 * Records that what is left of a paid order was refunded by hand: order, balance, ledger, the inviter's
 * rebate, history and log change in one transaction, once. Throws AppError quota_below_zero if the balance
 * is too small for the deduction.
 */
export async function refundOrder(
  domain: Pick<Domain, 'store' | 'clock' | 'options' | 'wallet'>,
  actor: { id: number; username: string; role: number },
  refund: Refund,
): Promise<OrderDetail> {
  const order = await findOrderById(domain.store.db, refund.id);
  if (!order) throw new AppError('order_not_found');
  const owner = await findUserById(domain.store.db, order.user_id);
  if (!owner) throw new AppError('user_not_found');
  const refusal = refuseOrderCompletion(actor, owner);
  if (refusal) throw new AppError(refusal);
  const at = nowSeconds(domain.clock);
  const bookRefund = async (trx: StoreTransaction) => {
    const before = await lockOrder(trx, refund.id);
    const claimed = await claimRefund(trx, { id: refund.id, at });
    if (!claimed)
      throw new AppError(before.refunding ? 'refund_under_way' : 'order_not_refundable');
    const left = leftOf(before);
    await lockUsers(trx, [owner.id, owner.inviter_id]);
    const { number: refundNumber } = await insertRefund(trx, claimed, {
      ...left,
      order_id: refund.id,
      request_id: randomUUID(),
      state: 'succeeded',
      by: 'hand',
      took_quota: refund.takeQuota ? 1 : 0,
      reason: refund.reason,
      actor: actor.username,
      created_at: at,
      settled_at: at,
      next_check_at: null,
    });
    if (refund.takeQuota)
      await deductQuota(trx, claimed, { ...left, refundNumber, actorId: actor.id, ...refund, at });
    await reverseRebate(trx, domain, { order: claimed, key: refundNumber, at });
    const event = { kind: 'refunded', at, actor: actor.username, reason: refund.reason } as const;
    await recordOrderEvent(trx, refund.id, event);
    const { order: number, paid } = describePayment(claimed);
    noteAudited({
      id: refund.id,
      name: number,
      before: { status: 'paid' },
      after: { status: 'refunded', paid, take_quota: refund.takeQuota },
      reason: refund.reason,
    });
    const params = { order: number, paid, reason: refund.reason };
    await recordAuditEvent(trx, owner, { event: 'order_refunded', params, actor, at });
    return orderAt(trx, refund.id);
  };
  const delta = refund.takeQuota ? -leftOf(order).quota : 0;
  const done = await domain.wallet.deduct({ kind: 'user', ownerId: owner.id, delta }, () =>
    domain.store.transaction(bookRefund),
  );
  if (done === 'insufficient-quota') throw new AppError('quota_below_zero');
  return done;
}

/** Returns what was not refunded of an order. */
function leftOf({ pay_cents, quota, refunded_cents, refunded_quota }: OrderRow) {
  return { cents: pay_cents - refunded_cents, quota: quota - refunded_quota };
}

interface Deduction {
  quota: number;
  refundNumber: string;
  actorId: number;
  reason: string;
  at: number;
}

async function deductQuota(
  trx: StoreTransaction,
  { user_id: userId, trade_no: number }: OrderRow,
  { quota, refundNumber, actorId, reason, at }: Deduction,
): Promise<void> {
  const deducted = await changeBalance(trx, {
    userId,
    delta: -quota,
    kind: 'topup-returned',
    reason,
    actorId,
    reference: number,
    // By the refund, as an order is refunded by hand again if a refund of it came back.
    idempotencyKey: `order-refund:${refundNumber}`,
    createdAt: at,
  });
  if (deducted === 'unknown-user') throw new AppError('user_not_found');
  if (deducted === 'insufficient-quota') throw new InsufficientQuotaError();
}
