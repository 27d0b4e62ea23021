import type { EarningsMonth, Invitee, OwnAgent } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { listInvitees, sumInvitations, updateInvitation } from '../../store/agents-repository.ts';
import { sumEarningsByDay } from '../../store/earnings-repository.ts';
import type { PageRequest } from '../../store/paging.ts';
import {
  findInviter,
  findUserByAffiliateCode,
  findUserById,
} from '../../store/users-repository.ts';
import { isUniqueViolation } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { sumCodeFunds } from '../wallet/store/code-funds.ts';
import { requireAgent } from './require-agent.ts';

const DAY_MS = 86_400_000;

/** Reads what an agent's own page shows. Throws AppError agent_required. */
export async function readOwnAgent(
  { store, options }: Pick<Domain, 'store' | 'options'>,
  userId: number,
): Promise<OwnAgent> {
  const agent = await requireAgent(store.db, userId);
  const [user, totals, funds] = await Promise.all([
    findUserById(store.db, userId),
    sumInvitations(store.db, userId),
    sumCodeFunds(store.db, userId),
  ]);
  if (!user) throw new AppError('user_not_found');
  return {
    enabled: true,
    share_percent: agent.basis_points / 100,
    discount_percent: agent.discount_basis_points / 100,
    code: agent.code ?? user.aff_code,
    own_code: agent.code ?? '',
    invitation: agent.invitation,
    invitees: totals.invitees,
    topped_up: totals.toppedUp,
    earned: totals.earned,
    pending: totals.pending,
    available: user.aff_quota,
    owed: user.aff_owed,
    payout_minimum: options.get('PayoutMinimum'),
    code_funds: Math.max(0, funds),
  };
}

/** Changes the invitation page. Throws AppError agent_code_taken if somebody else has the code. */
export async function saveInvitation(
  domain: Pick<Domain, 'store' | 'options'>,
  userId: number,
  { code, invitation }: { code: string; invitation: string },
): Promise<OwnAgent> {
  const { db } = domain.store;
  await requireAgent(db, userId);
  const ownCode = code === '' ? null : code.toLowerCase();
  const holder = ownCode === null ? undefined : await findUserByAffiliateCode(db, ownCode);
  if (holder && holder.id !== userId) throw new AppError('agent_code_taken', {}, { field: 'code' });
  try {
    await updateInvitation(db, userId, { code: ownCode, invitation });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('agent_code_taken', {}, { field: 'code', cause: error });
  }
  return readOwnAgent(domain, userId);
}

/** Reads what visitors of an invitation page see; empty if no agent has the code. */
export async function readInvitation(
  { store }: Pick<Domain, 'store'>,
  code: string,
): Promise<{ name: string; invitation: string }> {
  // As registrations find the inviter: the page names who is credited.
  const user = await findInviter(store.db, code);
  const agent = user && (await requireAgent(store.db, user.id).catch(() => undefined));
  if (!agent) return { name: '', invitation: '' };
  return { name: user.display_name || user.username, invitation: agent.invitation };
}

/** Lists an agent's invitees; names are masked. */
export async function listOwnInvitees(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  page: PageRequest,
) {
  await requireAgent(store.db, userId);
  const invitees = await listInvitees(store.reader, userId, page);
  const items = invitees.items.map((row): Invitee => ({
    id: row.id,
    name: maskName(row.username),
    created_at: row.created_at,
    topped_up: row.toppedUp,
    earned: row.earned,
    pending: row.pending,
  }));
  return { ...invitees, items };
}

/** Masks a name except for its first and last character. */
function maskName(name: string): string {
  const characters = [...name];
  const last = characters.length > 2 ? (characters.at(-1) ?? '') : '';
  return `${characters[0] ?? ''}***${last}`;
}

/** Lists what an agent earned and used by month (UTC), newest first. */
export async function listMonths(
  { store }: Pick<Domain, 'store'>,
  userId: number,
): Promise<EarningsMonth[]> {
  await requireAgent(store.db, userId);
  const months = new Map<string, EarningsMonth>();
  for (const { day, kind, amount } of await sumEarningsByDay(store.reader, userId)) {
    const month = new Date(day * DAY_MS).toISOString().slice(0, 7);
    const sums = months.get(month) ?? {
      month,
      earned: 0,
      reversed: 0,
      transferred: 0,
      paid_out: 0,
    };
    if (kind === 'transfer') sums.transferred -= amount;
    else if (kind === 'payout' || kind === 'payout-returned') sums.paid_out -= amount;
    else if (kind === 'rebate-reversed') sums.reversed -= amount;
    else sums.earned += amount;
    months.set(month, sums);
  }
  return [...months.values()].toSorted((left, right) => (left.month < right.month ? 1 : -1));
}
