import { type Payout, refuseOrderCompletion } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { PayoutState } from '../../store/agents-tables.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { PageRequest } from '../../store/paging.ts';
import {
  endPayout,
  findPayout,
  findPayoutByKey,
  type FoundPayout,
  insertPayout,
  countPayouts,
  listPayouts,
  type PayoutRow,
} from '../../store/payouts-repository.ts';
import { findUserById, readUserName, type UserRow } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { quotaDisplay, formatDisplayQuota } from '../options/quota-display.ts';
import { requireSameRequest } from '../wallet/require-same-request.ts';
import { changeEarnings } from '../wallet/store/change-earnings.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { requireAgent } from './require-agent.ts';

type PayoutDomain = Pick<Domain, 'store' | 'clock' | 'options'>;
type Actor = Pick<UserRow, 'id' | 'username' | 'role'>;

export async function searchPayouts(
  { store }: Pick<Domain, 'store'>,
  filter: { userId?: number; state?: PayoutState | undefined },
  page: PageRequest,
) {
  const payouts = await listPayouts(store.db, filter, page);
  return { ...payouts, items: payouts.items.map(presentPayout) };
}

/** Returns the number of payouts in each state. */
export async function countPayoutStates({
  store,
}: Pick<Domain, 'store'>): Promise<Record<PayoutState, number>> {
  const counts = await countPayouts(store.db);
  const of = (state: PayoutState) => counts.get(state) ?? 0;
  return {
    requested: of('requested'),
    paid: of('paid'),
    refused: of('refused'),
    cancelled: of('cancelled'),
  };
}

function presentPayout(row: FoundPayout): Payout {
  const { id, user_id, username, amount, state, account, note, created_at, ended_at } = row;
  return {
    id,
    user_id,
    username,
    amount,
    state,
    account,
    note,
    created_at,
    ended_at: ended_at ?? 0,
  };
}

/**
 * Takes earnings out for a payout. The request and its entry in the earnings ledger are one transaction; an
 * agent's idempotency key requests once. Throws AppError payout_too_small or payout_too_large.
 */
export async function requestPayout(
  domain: PayoutDomain,
  user: Pick<UserRow, 'id' | 'username'>,
  request: { amount: number; account: string; idempotency_key: string },
): Promise<Payout> {
  await requireAgent(domain.store.db, user.id);
  const minimum = Math.max(1, domain.options.get('PayoutMinimum'));
  if (request.amount < minimum)
    throw new AppError('payout_too_small', {
      minimum: formatDisplayQuota(domain.options, minimum),
    });
  const at = nowSeconds(domain.clock);
  const requestKey = `${user.id}:${request.idempotency_key}`;
  const row = await domain.store.transaction(async (trx) => {
    const inserted = await insertPayout(trx, {
      user_id: user.id,
      amount: request.amount,
      state: 'requested',
      account: request.account,
      note: '',
      actor_id: 0,
      request_key: requestKey,
      created_at: at,
      ended_at: null,
    });
    if (inserted) {
      await deductEarnings(domain, trx, inserted, at);
      return inserted;
    }
    const existing = await findPayoutByKey(trx, requestKey);
    if (existing)
      requireSameRequest(existing, { amount: request.amount, account: request.account });
    return existing;
  });
  if (!row) throw new AppError('payout_not_found');
  return presentPayout({ ...row, username: user.username });
}

async function deductEarnings(
  { options }: PayoutDomain,
  trx: StoreTransaction,
  { id, user_id: userId, amount }: PayoutRow,
  at: number,
): Promise<void> {
  const deducted = await changeEarnings(trx, {
    userId,
    amount: -amount,
    kind: 'payout',
    reference: String(id),
    idempotencyKey: `payout:${id}`,
    at,
  });
  if (typeof deducted !== 'string') return;
  const available = (await findUserById(trx, userId))?.aff_quota ?? 0;
  throw new AppError('payout_too_large', { available: formatDisplayQuota(options, available) });
}

/** Withdraws one's own request while nobody has decided it. */
export async function cancelPayout(
  domain: PayoutDomain,
  user: Pick<UserRow, 'id' | 'username'>,
  id: number,
): Promise<Payout> {
  const payout = await findPayout(domain.store.db, id);
  if (payout?.user_id !== user.id) throw new AppError('payout_not_found');
  const at = nowSeconds(domain.clock);
  const row = await domain.store.transaction(async (trx) => {
    const ended = await endPayout(trx, id, { state: 'cancelled', note: '', actorId: user.id, at });
    if (!ended) throw new AppError('payout_ended');
    await returnEarnings(trx, ended, at);
    return ended;
  });
  return presentPayout({ ...row, username: user.username });
}

/**
 * Decides a request, once: `paid` records the payment, `refused` returns the earnings and states why. Written
 * to the agent's audit log. Throws AppError payout_ended if it was already decided, and payout_agent_owes if
 * a refund since the request took back more than the agent has left: refusing the request offsets that.
 */
export async function decidePayout(
  domain: PayoutDomain,
  actor: Actor,
  { id, state, note }: { id: number; state: 'paid' | 'refused'; note: string },
): Promise<Payout> {
  const payout = await findPayout(domain.store.db, id);
  const agent = payout && (await findUserById(domain.store.db, payout.user_id));
  if (!agent) throw new AppError('payout_not_found');
  const forbidden = refuseOrderCompletion(actor, agent);
  if (forbidden) throw new AppError(forbidden);
  const at = nowSeconds(domain.clock);
  const row = await domain.store.transaction(async (trx) => {
    const ended = await endPayout(trx, id, { state, note, actorId: actor.id, at });
    if (!ended) throw new AppError('payout_ended');
    if (state === 'refused') await returnEarnings(trx, ended, at);
    else await refuseDebtor(trx, domain, agent.id);
    const event = state === 'paid' ? 'payout_paid' : 'payout_refused';
    noteAudited({
      id,
      name: agent.username,
      before: { state: 'requested' },
      after: { state, amount: ended.amount },
      reason: note,
    });
    const amount = formatQuotaExactly(ended.amount, quotaDisplay(domain.options));
    const params = { id, amount, note };
    await recordAuditEvent(trx, agent, { event, params, actor, at });
    return { ...ended, ...(await readUserName(trx, agent.id)), id };
  });
  return presentPayout(row);
}

/** Throws AppError payout_agent_owes if the agent owes what a refund took back in the meantime. */
async function refuseDebtor(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  agentId: number,
): Promise<void> {
  await lockUsers(trx, [agentId]);
  const debt = (await findUserById(trx, agentId))?.aff_owed ?? 0;
  if (debt === 0) return;
  throw new AppError('payout_agent_owes', {
    owed: formatQuotaExactly(debt, quotaDisplay(options)),
  });
}

async function returnEarnings(
  trx: StoreTransaction,
  { id, user_id: userId, amount }: PayoutRow,
  at: number,
): Promise<void> {
  await changeEarnings(trx, {
    userId,
    amount,
    kind: 'payout-returned',
    reference: String(id),
    idempotencyKey: `payout-returned:${id}`,
    at,
  });
}
