import {
  type ManagedTeam,
  QUOTA_INPUT_MAX,
  type Team,
  type TeamRole,
  USER_ENABLED,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findBooked } from '../../store/ledger-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findMemberRole } from '../../store/teams-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { noteAudited, reportUnchanged } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { requireSameRequest } from '../wallet/require-same-request.ts';
import { changeBalance } from '../wallet/store/change-balance.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import type { TeamActor } from './members.ts';
import { managedTeamAt } from './managed-team-at.ts';
import { requireTeamChangePermission } from './require-team-change-permission.ts';
import { teamAt } from './own-teams.ts';

type MoneyDomain = Pick<Domain, 'store' | 'clock' | 'wallet'>;

interface Transfer {
  quota: number;
  idempotency_key: string;
}

/** A booking that moves quota from one balance to another. */
interface QuotaTransfer {
  from: number;
  to: number;
  quota: number;
  actorId: number;
  key: string;
  reference: string;
  at: number;
}

/** Transfers from a member's balance to the team's, once per idempotency key of the member. */
export async function deposit(
  domain: MoneyDomain,
  { teamId, userId, role }: TeamActor & { role: TeamRole },
  { quota, idempotency_key: key }: Transfer,
): Promise<Team> {
  const moved = await moveQuota(domain, {
    from: userId,
    to: teamId,
    quota,
    actorId: userId,
    key: `team-deposit:${teamId}:${userId}:${key}`,
    check: async (trx) => {
      const team = await findUserById(trx, teamId);
      if (!(await findMemberRole(trx, teamId, userId)) || !team || team.deleted_at !== null)
        throw new AppError('team_not_found');
      if (team.status !== USER_ENABLED) throw new AppError('team_disabled');
      if (team.quota + quota > QUOTA_INPUT_MAX) throw new AppError('quota_invalid');
    },
    readTeam: (trx) => teamAt(trx, teamId, role),
  });
  if (moved === 'insufficient-quota') throw new AppError('team_own_balance_too_small');
  return moved;
}

/** Transfers from a team's balance to its owner's, once per idempotency key. */
export async function withdraw(
  domain: MoneyDomain,
  { teamId, userId, role: viewerRole }: TeamActor & { role: TeamRole },
  { quota, idempotency_key: key }: Transfer,
): Promise<Team> {
  const moved = await moveQuota(domain, {
    from: teamId,
    to: userId,
    quota,
    actorId: userId,
    key: `team-withdrawal:${teamId}:${userId}:${key}`,
    check: async (trx) => {
      const role = await findMemberRole(trx, teamId, userId);
      if (role !== 'owner') throw new AppError('team_role_forbidden');
    },
    readTeam: (trx) => teamAt(trx, teamId, viewerRole),
  });
  if (moved === 'insufficient-quota') throw new AppError('team_balance_too_small');
  return moved;
}

/** Returns the ledger key of the paying side of a move. */
const outOf = (key: string) => `${key}:out`;

type CheckedTransfer = Omit<QuotaTransfer, 'at' | 'reference'> & {
  check: (trx: StoreTransaction) => Promise<void>;
  /** Returns the team right after the move, unaffected by later changes. */
  readTeam: (trx: StoreTransaction) => Promise<Team>;
};

/** Locks both rows, then checks the rules against the current state; both sides change or neither. */
async function moveQuota(domain: MoneyDomain, { check, readTeam, ...transfer }: CheckedTransfer) {
  const at = nowSeconds(domain.clock);
  await domain.wallet.flush();
  const run = async (trx: StoreTransaction) => {
    await lockUsers(trx, [transfer.from, transfer.to]);
    // A move that was booked stays booked, whatever the rules say now.
    const earlierBooking = await findBooked(trx, outOf(transfer.key));
    if (earlierBooking) requireSameRequest(earlierBooking, { amount: -transfer.quota });
    else {
      await check(trx);
      await bookTransfer(trx, { ...transfer, at, reference: '' });
    }
    return readTeam(trx);
  };
  const deduction = { kind: 'user', ownerId: transfer.from, delta: -transfer.quota } as const;
  return domain.wallet.deduct(deduction, () => domain.store.transaction(run));
}

/** Books both sides of a move under one key; a repetition books nothing. Throws InsufficientQuotaError. */
export async function bookTransfer(trx: StoreTransaction, transfer: QuotaTransfer): Promise<void> {
  const { from, to, quota, actorId, key, reference, at } = transfer;
  const common = { kind: 'team', reason: '', actorId, reference, createdAt: at } as const;
  const withdrawn = await changeBalance(trx, {
    ...common,
    userId: from,
    delta: -quota,
    idempotencyKey: outOf(key),
  });
  if (withdrawn === 'insufficient-quota') throw new InsufficientQuotaError();
  const deposited = await changeBalance(trx, {
    ...common,
    userId: to,
    delta: quota,
    idempotencyKey: `${key}:in`,
  });
  if (withdrawn === 'unknown-user' || typeof deposited === 'string')
    throw new AppError('user_not_found');
}

/**
 * Books what a site administrator adds to a team or deducts, once per idempotency key. Returns the team right
 * after this booking. Throws AppError team_of_same_or_higher.
 */
export async function adjustTeam(
  domain: MoneyDomain,
  actor: { id: number; role: number },
  id: number,
  { quota, reason, idempotency_key: key }: Transfer & { reason: string },
): Promise<ManagedTeam> {
  const at = nowSeconds(domain.clock);
  await domain.wallet.flush();
  const run = async (trx: StoreTransaction) => {
    await lockUsers(trx, [id]);
    const team = await managedTeamAt(trx, id);
    await requireTeamChangePermission(trx, actor, team.id);
    const booked = await changeBalance(trx, {
      userId: team.id,
      delta: quota,
      kind: 'adjustment',
      reason,
      actorId: actor.id,
      reference: '',
      idempotencyKey: `adjustment:${actor.id}:${team.id}:${key}`,
      createdAt: at,
    });
    if (typeof booked === 'string') throw new InsufficientQuotaError();
    const [before, after] = [{ quota: team.quota }, { quota: booked.quota }];
    if (booked.repeated) {
      requireSameRequest(booked.repeated, { amount: quota, reason });
      reportUnchanged();
      return { ...team, ...after };
    }
    if (booked.quota > QUOTA_INPUT_MAX) throw new AppError('quota_invalid');
    noteAudited({ id, name: team.name, reason, before, after });
    return { ...team, ...after };
  };
  const deduction = { kind: 'user', ownerId: id, delta: quota } as const;
  const done = await domain.wallet.deduct(deduction, () => domain.store.transaction(run));
  if (done === 'insufficient-quota') throw new AppError('quota_below_zero');
  return done;
}
