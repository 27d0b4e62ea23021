import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { listDueRebates, moveRebate, type RebateRow } from '../../store/rebates-repository.ts';
import { haveCommonProof } from '../../store/user-proofs-repository.ts';
import { readUserName } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { recordGrant } from '../log/grant-log.ts';
import { changeEarnings } from '../wallet/store/change-earnings.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import type { RebateRefusal } from './rebate-refusal.ts';

const AT_ONCE = 200;

/**
 * Turns a pending rebate into earnings, in the caller's transaction, which has locked the earner's row. Adds
 * what the rebate is by then: a part of its order may have been refunded since it was read.
 */
export async function earnRebate(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  { id }: Pick<RebateRow, 'id'>,
  at: number,
): Promise<void> {
  const rebate = await moveRebate(trx, id, { from: 'pending', to: 'earned', at });
  if (!rebate) return;
  const { user_id: userId, invitee_id: inviteeId, order_id: orderId, amount } = rebate;
  await changeEarnings(trx, {
    userId,
    amount,
    kind: 'rebate',
    reference: String(orderId),
    idempotencyKey: `rebate:${orderId}`,
    at,
  });
  const grant = { event: 'rebate', amount, params: { invitee: inviteeId } } as const;
  await recordGrant(trx, await readUserName(trx, userId), grant, { options, at });
}

/**
 * Ends a rebate whose waiting period is over. It was judged when the top-up was paid, and later changes do
 * not matter. But both accounts turning out to belong to one person is not a change: it was so all along.
 */
async function releaseRebate(
  trx: StoreTransaction,
  domain: Pick<Domain, 'options'>,
  rebate: RebateRow,
  at: number,
): Promise<void> {
  if (await haveCommonProof(trx, rebate.user_id, rebate.invitee_id))
    await moveRebate(trx, rebate.id, {
      from: 'pending',
      to: 'refused',
      at,
      reason: 'same-person' satisfies RebateRefusal,
    });
  else await earnRebate(trx, domain, rebate, at);
}

/** Ends all rebates whose waiting period is over, each in its own transaction. */
export async function releaseRebates(
  domain: Pick<Domain, 'store' | 'clock' | 'options'>,
): Promise<void> {
  const at = nowSeconds(domain.clock);
  for (;;) {
    const dueRebates = await listDueRebates(domain.store.db, at, AT_ONCE);
    for (const rebate of dueRebates)
      await domain.store.transaction(async (trx) => {
        await lockUsers(trx, [rebate.user_id]);
        await releaseRebate(trx, domain, rebate, at);
      });
    if (dueRebates.length < AT_ONCE) return;
  }
}
