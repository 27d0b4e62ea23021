import {
  type OrderDetail,
  REFUND_ARRIVED_SECONDS,
  refuseOrderCompletion,
} from '@tollgate/contract';
import { AppError } from '../../../platform/app-error.ts';
import { nowSeconds } from '../../../platform/clock.ts';
import { findOrderById } from '../../../store/order-search-repository.ts';
import { findOpenRefund } from '../../../store/refunds-repository.ts';
import { findUserById } from '../../../store/users-repository.ts';
import { readOrder } from '../order-administration.ts';
import { type RefundDomain, settleRefund } from './settle-refund.ts';

/**
 * Settles a refund whose provider does not tell, as its own site shows it to a person. Throws an AppError if
 * the role does not allow it, the refund is settled, or it may still be on its way to the provider.
 */
export async function settleRefundByHand(
  domain: RefundDomain,
  actor: { id: number; username: string; role: number },
  { id, refundId, made, reason }: { id: number; refundId: number; made: boolean; reason: string },
): Promise<OrderDetail> {
  const { db } = domain.store;
  const order = await findOrderById(db, id);
  if (!order) throw new AppError('order_not_found');
  const owner = await findUserById(db, order.user_id);
  if (!owner) throw new AppError('user_not_found');
  const refusal = refuseOrderCompletion(actor, owner);
  if (refusal) throw new AppError(refusal);
  const refund = await findOpenRefund(db, id);
  if (refund?.id !== refundId) throw new AppError('refund_changed');
  if (nowSeconds(domain.clock) - refund.created_at < REFUND_ARRIVED_SECONDS)
    throw new AppError('refund_under_way');
  const report = made
    ? ({ state: 'succeeded' } as const)
    : ({ state: 'failed', detail: reason } as const);
  if (!(await settleRefund(domain, refund, report, { actor, reason })))
    throw new AppError('refund_changed');
  return readOrder(domain, id);
}
