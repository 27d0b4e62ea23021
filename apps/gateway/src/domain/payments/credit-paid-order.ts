import { claimPayment, type OrderRow } from '../../store/orders-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { readUserName } from '../../store/users-repository.ts';
import { recordTopup } from '../log/topup-log.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { describePayment } from './describe-payment.ts';
import type { PaymentContext } from './payment-provider.ts';

/**
 * Makes an order a paid one and credits it, in the caller's transaction: order, balance, ledger and
 * log change together. Of many who try one gets it; undefined for the others, who change nothing.
 */
export async function creditPaidOrder(
  { options }: Pick<PaymentContext, 'options'>,
  trx: StoreTransaction,
  claim: { id: number; reference: string | undefined; at: number; actorId?: number },
): Promise<OrderRow | undefined> {
  const order = await claimPayment(trx, claim);
  if (!order) return undefined;
  const { user_id: userId, trade_no: number, quota } = order;
  await creditUser(trx, {
    userId,
    delta: quota,
    kind: 'topup',
    reason: order.method,
    actorId: claim.actorId ?? userId,
    reference: number,
    idempotencyKey: `order:${number}`,
    createdAt: claim.at,
  });
  await recordTopup(trx, await readUserName(trx, userId), {
    event: 'paid',
    params: describePayment(order),
    amount: quota,
    options,
    at: claim.at,
  });
  return order;
}
