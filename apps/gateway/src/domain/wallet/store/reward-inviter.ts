import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';

/**
 * Referral reward: counts an invited user and adds to the inviter's pending earnings, inside the
 * transaction that creates the account, so it is granted once.
 */
export async function rewardInviter(
  trx: StoreTransaction,
  inviterId: number,
  reward: number,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      aff_count: sql`aff_count + 1`,
      aff_quota: sql`aff_quota + ${reward}`,
      aff_history_quota: sql`aff_history_quota + ${reward}`,
    })
    .where('id', '=', inviterId)
    .execute();
}
