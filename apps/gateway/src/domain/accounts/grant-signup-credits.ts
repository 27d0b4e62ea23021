import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { type Grant, recordGrant } from '../log/grant-log.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { rewardInviter } from '../wallet/store/reward-inviter.ts';
import type { UserRow } from './users.ts';

/**
 * Books the credits for a new account and its inviter, in the transaction that creates the account, with a
 * log row each.
 */
export async function grantSignupCredits(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  { user, inviter, at }: { user: UserRow; inviter: UserRow | undefined; at: number },
): Promise<void> {
  const grants: Grant[] = [{ event: 'registered', amount: options.number('QuotaForNewUser') }];
  if (inviter) grants.push({ event: 'invited', amount: options.number('QuotaForInvitee') });
  for (const grant of grants) {
    if (grant.amount === 0) continue;
    await creditUser(trx, {
      userId: user.id,
      delta: grant.amount,
      kind: 'gift',
      reason: grant.event,
      actorId: 0,
      reference: '',
      idempotencyKey: `${grant.event}:${user.id}`,
      createdAt: at,
    });
    await recordGrant(trx, user, grant, { options, at });
  }
  if (!inviter) return;
  const reward = options.number('QuotaForInviter');
  await rewardInviter(trx, { inviterId: inviter.id, inviteeId: user.id, reward, at });
  if (reward > 0)
    await recordGrant(
      trx,
      inviter,
      { event: 'inviter', amount: reward, params: { username: user.username } },
      { options, at },
    );
}
