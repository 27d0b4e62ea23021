import { type OrderDetail, refuseOrderCompletion } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
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
 * Marks a paid order as refunded: order, balance, ledger, the inviter's rebate, history and log change in one
 * transaction, once. Throws AppError quota_below_zero if the balance is too small for the deduction.
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
    const claimed = await claimRefund(trx, { id: refund.id, at });
    if (!claimed) throw new AppError('order_not_refundable');
    await lockUsers(trx, [owner.id, owner.inviter_id]);
    if (refund.takeQuota) await deductQuota(trx, claimed, { actorId: actor.id, ...refund, at });
    await reverseRebate(trx, domain, { orderId: refund.id, at });
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
  const delta = refund.takeQuota ? -order.quota : 0;
  const done = await domain.wallet.deduct({ kind: 'user', ownerId: owner.id, delta }, () =>
    domain.store.transaction(bookRefund),
  );
  if (done === 'insufficient-quota') throw new AppError('quota_below_zero');
  return done;
}

async function deductQuota(
  trx: StoreTransaction,
  { user_id: userId, quota, trade_no: number }: OrderRow,
  { actorId, reason, at }: { actorId: number; reason: string; at: number },
): Promise<void> {
  const deducted = await changeBalance(trx, {
    userId,
    delta: -quota,
    kind: 'topup-returned',
    reason,
    actorId,
    reference: number,
    idempotencyKey: `order-refund:${number}`,
    createdAt: at,
  });
  if (deducted === 'unknown-user') throw new AppError('user_not_found');
  if (deducted === 'insufficient-quota') throw new InsufficientQuotaError();
}
