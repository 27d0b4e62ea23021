import { remainingRebate } from '@tollgate/contract';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { OrderRow } from '../../store/orders-repository.ts';
import { findRebateOfOrder, isRebateEarned, reviseRebate } from '../../store/rebates-repository.ts';
import { readUserName } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { recordGrant } from '../log/grant-log.ts';
import { changeEarnings } from '../wallet/store/change-earnings.ts';

/**
 * Brings the rebate of an order to the share of what remains paid, in the transaction that changed what was
 * refunded, which has locked the earner's row. What was already used is owed and offset against later
 * earnings; the balance does not change. A refund that failed after all restores it. `key` names the change.
 */
export async function reverseRebate(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  { order, key, at }: { order: OrderRow; key: string; at: number },
): Promise<void> {
  const rebate = await findRebateOfOrder(trx, order.id);
  if (!rebate || rebate.state === 'refused') return;
  const { user_id: userId, invitee_id: inviteeId } = rebate;
  const isWhole = order.refunded_cents >= order.pay_cents;
  const before = rebate.state === 'reversed' ? 0 : rebate.amount;
  const after = remainingRebate(rebate.amount + rebate.reversed, order);
  if (before === after && (rebate.state === 'reversed') === isWhole) return;
  const isEarned = await isRebateEarned(trx, order.id);
  const state = isWhole ? 'reversed' : isEarned ? 'earned' : 'pending';
  const base = order.quota - order.refunded_quota;
  if (!(await reviseRebate(trx, rebate, { state, amount: after, base, at })) || !isEarned) return;
  await changeEarnings(trx, {
    userId,
    amount: after - before,
    kind: 'rebate-reversed',
    reference: String(order.id),
    idempotencyKey: `rebate-reversed:${key}`,
    at,
    mayOwe: true,
  });
  const params = { invitee: inviteeId };
  const grant =
    after < before
      ? ({ event: 'rebate_reversed', amount: before - after, params } as const)
      : ({ event: 'rebate', amount: after - before, params } as const);
  await recordGrant(trx, await readUserName(trx, userId), grant, { options, at });
}
