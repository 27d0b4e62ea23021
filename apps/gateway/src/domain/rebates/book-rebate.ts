import { USER_ENABLED } from '@tollgate/contract';
import { findAgent } from '../../store/agents-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { OrderRow } from '../../store/orders-repository.ts';
import {
  insertRebate,
  isAmongInviters,
  type RebateRow,
  sumRebates,
} from '../../store/rebates-repository.ts';
import { findUserById, type UserRow } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { findSharedOwnership } from './find-shared-ownership.ts';
import { monthStart, readRebateTerms, type RebateTerms, shareOf } from './rebate-terms.ts';
import type { RebateRefusal } from './rebate-refusal.ts';
import { earnRebate } from './release-rebates.ts';

type RebateDomain = Pick<Domain, 'options'>;

/**
 * Books what the inviter earns from a paid order, once per order, in the transaction that credits it. The
 * caller has locked both users' rows (`lockUsers`), so the limits hold for concurrent payments.
 */
export async function bookRebate(
  trx: StoreTransaction,
  domain: RebateDomain,
  { order, at }: { order: OrderRow; at: number },
): Promise<void> {
  const invitee = await findUserById(trx, order.user_id);
  if (!invitee || invitee.inviter_id === 0) return;
  const inviter = await findUserById(trx, invitee.inviter_id);
  if (!inviter || inviter.status !== USER_ENABLED || inviter.deleted_at !== null) return;
  const terms = readRebateTerms(domain);
  const agent = await findAgent(trx, inviter.id);
  const basisPoints = agent?.enabled === 1 ? agent.basis_points : terms.basisPoints;
  const share = shareOf(order.quota, basisPoints);
  if (share === 0) return;
  const { amount, refusal } = await assessRebate(trx, { inviter, invitee, share, terms, at });
  const state = amount === 0 ? 'refused' : 'pending';
  const rebate = await insertRebate(trx, {
    order_id: order.id,
    user_id: inviter.id,
    invitee_id: invitee.id,
    base: order.quota,
    basis_points: basisPoints,
    amount,
    state,
    reason: refusal ?? '',
    created_at: at,
    payable_at: at + terms.waitSeconds,
    ended_at: state === 'refused' ? at : null,
  });
  if (isDue(rebate, at)) await earnRebate(trx, domain, rebate, at);
}

function isDue({ state, payable_at }: RebateRow, at: number): boolean {
  return state === 'pending' && payable_at <= at;
}

interface RebateCandidate {
  inviter: UserRow;
  invitee: UserRow;
  share: number;
  terms: RebateTerms;
  at: number;
}

async function assessRebate(
  trx: StoreTransaction,
  { inviter, invitee, share, terms, at }: RebateCandidate,
): Promise<{ amount: number; refusal?: RebateRefusal }> {
  const isCircle =
    inviter.id === invitee.id ||
    (await isAmongInviters(trx, { userId: invitee.id, above: inviter.id }));
  if (isCircle) return { amount: 0, refusal: 'circle' };
  // If both users can spend the money, it is not somebody else's: a second account would top up what the
  // first one uses.
  const sharedOwnership = await findSharedOwnership(trx, inviter.id, invitee.id);
  if (sharedOwnership) return { amount: 0, refusal: sharedOwnership };
  const { ofInvitee, sinceThen: thisMonth } = await sumRebates(trx, {
    userId: inviter.id,
    inviteeId: invitee.id,
    since: monthStart(at),
  });
  const remaining = {
    'max-per-invitee': terms.perInvitee === 0 ? share : Math.max(0, terms.perInvitee - ofInvitee),
    'max-per-month': terms.perMonth === 0 ? share : Math.max(0, terms.perMonth - thisMonth),
  } as const;
  const tighterLimit =
    remaining['max-per-invitee'] <= remaining['max-per-month']
      ? 'max-per-invitee'
      : 'max-per-month';
  if (remaining[tighterLimit] >= share) return { amount: share };
  return { amount: remaining[tighterLimit], refusal: tighterLimit };
}
