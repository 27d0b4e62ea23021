import { formatQuotaExactly } from '@tollgate/pricing';
import { claimPayment, type OrderRow } from '../../store/orders-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findUserById, readUserName } from '../../store/users-repository.ts';
import { notify } from '../notifications/notify.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import { recordTopup } from '../log/topup-log.ts';
import { bookRebate } from '../rebates/book-rebate.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { describePayment } from './describe-payment.ts';
import type { PaymentContext } from './payment-provider.ts';

/**
 * Marks an order as paid and credits it, in the caller's transaction: order, balance, ledger, log and the
 * inviter's rebate change together. Of concurrent attempts one succeeds; the others change nothing and get
 * undefined.
 */
export async function creditPaidOrder(
  { options }: Pick<PaymentContext, 'options'>,
  trx: StoreTransaction,
  claim: { id: number; reference: string | undefined; at: number; actorId?: number },
): Promise<OrderRow | undefined> {
  const order = await claimPayment(trx, claim);
  if (!order) return undefined;
  const { user_id: userId, trade_no: number, quota } = order;
  await lockUsers(trx, [userId, (await findUserById(trx, userId))?.inviter_id ?? userId]);
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
  const { order: shownNumber, paid } = describePayment(order);
  await notify(trx, options, {
    event: 'topup_received',
    ownerId: userId,
    object: number,
    params: {
      order: shownNumber,
      amount: paid,
      credit: formatQuotaExactly(quota, quotaDisplay(options)),
    },
    at: claim.at,
  });
  await bookRebate(trx, { options }, { order, at: claim.at });
  return order;
}
