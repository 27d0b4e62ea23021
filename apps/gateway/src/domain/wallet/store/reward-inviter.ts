import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';
import { changeEarnings } from './change-earnings.ts';

/**
 * Books the referral reward: counts an invited user and adds to the inviter's earnings, inside the
 * transaction that creates the account, so it is granted once. `at` is in Unix seconds.
 */
export async function rewardInviter(
  trx: StoreTransaction,
  { inviterId, inviteeId, reward, at }: Record<'inviterId' | 'inviteeId' | 'reward' | 'at', number>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ aff_count: sql`aff_count + 1` })
    .where('id', '=', inviterId)
    .execute();
  if (reward > 0)
    await changeEarnings(trx, {
      userId: inviterId,
      amount: reward,
      kind: 'signup',
      reference: String(inviteeId),
      idempotencyKey: `signup:${inviteeId}`,
      at,
    });
}
