import type { StoreTransaction } from '../../store/open-store.ts';
import { findRebateOfOrder, moveRebate } from '../../store/rebates-repository.ts';
import { readUserName } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { recordGrant } from '../log/grant-log.ts';
import { changeEarnings } from '../wallet/store/change-earnings.ts';

/**
 * Reverses the rebate of a refunded order, in the transaction of the refund, which has locked the earner's
 * row. What was already used is owed and offset against later earnings; the balance does not change.
 */
export async function reverseRebate(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  { orderId, at }: { orderId: number; at: number },
): Promise<void> {
  const rebate = await findRebateOfOrder(trx, orderId);
  if (!rebate || (rebate.state !== 'pending' && rebate.state !== 'earned')) return;
  const { id, user_id: userId, invitee_id: inviteeId, amount, state } = rebate;
  if (!(await moveRebate(trx, id, { from: state, to: 'reversed', at })) || state === 'pending')
    return;
  await changeEarnings(trx, {
    userId,
    amount: -amount,
    kind: 'rebate-reversed',
    reference: String(orderId),
    idempotencyKey: `rebate-reversed:${orderId}`,
    at,
    mayOwe: true,
  });
  const grant = { event: 'rebate_reversed', amount, params: { invitee: inviteeId } } as const;
  await recordGrant(trx, await readUserName(trx, userId), grant, { options, at });
}
