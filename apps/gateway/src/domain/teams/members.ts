import {
  hasTeamRole,
  mayManageMember,
  type TeamMember,
  TEAM_ROLES,
  type TeamRole,
  TOKEN_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { keepLimits } from '../../store/former-members-repository.ts';
import { inviteeNames } from '../../store/invitee-names.ts';
import {
  deleteInvitationsBy,
  deleteInvitationsFor,
} from '../../store/team-invitations-repository.ts';
import {
  countOwnedTeams,
  deleteMember,
  demoteOwner,
  findMemberRole,
  findOwner,
  listMembers,
  type MemberChanges,
  regroupTeams,
  stopTeamKeys,
  updateMember,
} from '../../store/teams-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';

type MemberDomain = Pick<Domain, 'changes'>;

/** A member acting in a team. */
export interface TeamActor {
  teamId: number;
  userId: number;
}

/** Lists a team's members; only its administrators see how many keys others have. */
export async function readMembers(
  { store }: Pick<Domain, 'store'>,
  { teamId, userId, role }: TeamActor & { role: TeamRole },
): Promise<TeamMember[]> {
  const rows = await listMembers(store.db, teamId);
  const canSeeAll = hasTeamRole(role, 'admin');
  return rows.map((row) => ({
    user_id: row.user_id,
    username: row.username,
    display_name: row.display_name,
    role: row.role,
    active: row.status === USER_ENABLED && row.deleted_at === null,
    joined_at: row.joined_at,
    ...(canSeeAll || row.user_id === userId
      ? {
          keys: Number(row.keys ?? 0),
          limits: {
            day_quota: row.day_quota,
            week_quota: row.week_quota,
            month_quota: row.month_quota,
            models: row.models,
          },
        }
      : { keys: -1 }),
  }));
}

/**
 * Runs a change of a team's members. Locks the rows of the team and of `others`, so roles are current:
 * somebody demoted in the meantime changes nothing. All nodes evict the team's keys.
 */
export function changeMembers<Result>(
  domain: Pick<Domain, 'changes'>,
  actor: TeamActor & { others?: readonly number[] },
  change: (trx: StoreTransaction, actorRole: TeamRole) => Promise<Result>,
): Promise<Result> {
  return domain.changes.commit({ topic: 'user', id: actor.teamId }, async (trx) => {
    await lockUsers(trx, [actor.teamId, ...(actor.others ?? [])]);
    const team = await findUserById(trx, actor.teamId);
    const role = await findMemberRole(trx, actor.teamId, actor.userId);
    if (!team || team.deleted_at !== null || !role) throw new AppError('team_not_found');
    return change(trx, role);
  });
}

/**
 * Returns the role of a member whom the actor may change. Throws AppError team_member_not_found or
 * team_role_forbidden.
 */
async function manageableRole(
  trx: StoreTransaction,
  { teamId, userId }: TeamActor,
  actorRole: TeamRole,
): Promise<TeamRole> {
  const role = await findMemberRole(trx, teamId, userId);
  if (!role) throw new AppError('team_member_not_found');
  if (!mayManageMember(actorRole, role)) throw new AppError('team_role_forbidden');
  return role;
}

/** Changes role or limits of a member below the actor's role; the new role must be below it too. */
export function changeMember(
  domain: MemberDomain,
  actor: TeamActor,
  { userId, ...changes }: { userId: number } & MemberChanges,
): Promise<void> {
  const { teamId } = actor;
  return changeMembers(domain, actor, async (trx, actorRole) => {
    await manageableRole(trx, { teamId, userId }, actorRole);
    if (changes.role && !mayManageMember(actorRole, changes.role))
      throw new AppError('team_role_forbidden');
    await updateMember(trx, { teamId, userId }, changes);
    if (changes.role) await withdrawBeyond(trx, { teamId, userId }, changes.role);
  });
}

/**
 * Removes a member below the actor's role; the keys that they created are disabled in the same transaction.
 */
export function removeMember(
  domain: MemberDomain,
  actor: TeamActor,
  userId: number,
): Promise<void> {
  const { teamId } = actor;
  return changeMembers(domain, actor, async (trx, actorRole) => {
    await manageableRole(trx, { teamId, userId }, actorRole);
    await removeFromTeam(trx, { teamId, userId });
  });
}

/** Leaves a team. Throws AppError team_owner_must_stay. */
export function leaveTeam(domain: MemberDomain, actor: TeamActor): Promise<void> {
  return changeMembers(domain, actor, async (trx, role) => {
    if (role === 'owner') throw new AppError('team_owner_must_stay');
    await removeFromTeam(trx, actor);
  });
}

async function removeFromTeam(trx: StoreTransaction, { teamId, userId }: TeamActor): Promise<void> {
  await keepLimits(trx, teamId, userId);
  await deleteMember(trx, teamId, userId);
  // Whoever left does not return, or shed their limits, by an invitation from before.
  await withdrawBeyond(trx, { teamId, userId }, undefined);
  const user = await findUserById(trx, userId);
  if (user) await deleteInvitationsFor(trx, teamId, inviteeNames(user));
  await stopTeamKeys(trx, { teamId, userId, status: TOKEN_DISABLED });
}

/** Withdraws the invitations that somebody made and may no longer make in their new role. */
async function withdrawBeyond(
  trx: StoreTransaction,
  member: TeamActor,
  role: TeamRole | undefined,
): Promise<void> {
  const refused = TEAM_ROLES.filter((given) => !role || !mayManageMember(role, given));
  await deleteInvitationsBy(trx, member, refused);
}

/**
 * Makes another member the owner; the previous one becomes an administrator of the team. Throws AppError
 * team_owner_limit_reached: per-person limits only work if nobody can collect teams.
 */
export function handOver(
  domain: MemberDomain & Pick<Domain, 'options'>,
  actor: TeamActor,
  userId: number,
): Promise<void> {
  const limit = domain.options.get('TeamsPerUser');
  return changeMembers(domain, { ...actor, others: [userId] }, async (trx, role) => {
    if (role !== 'owner') throw new AppError('team_role_forbidden');
    if (userId !== actor.userId && (await countOwnedTeams(trx, userId)) >= limit)
      throw new AppError('team_owner_limit_reached', { limit });
    await appointOwner(trx, { teamId: actor.teamId, userId });
  });
}

/**
 * Makes a member the owner instead of the current one; the caller holds the rows of team and member. A team
 * in its owner's group moves to the group of the new one. Throws AppError team_member_not_found.
 */
export async function appointOwner(
  trx: StoreTransaction,
  { teamId, userId }: TeamActor,
): Promise<void> {
  const role = await findMemberRole(trx, teamId, userId);
  if (!role) throw new AppError('team_member_not_found');
  if (role === 'owner') return;
  const next = await findUserById(trx, userId);
  if (next?.status !== USER_ENABLED || next.deleted_at !== null)
    throw new AppError('team_member_not_found');
  const formerOwner = await findOwner(trx, teamId);
  if (formerOwner) await regroupTeams(trx, [teamId], { from: formerOwner.group, to: next.group });
  await demoteOwner(trx, teamId);
  if (formerOwner) await withdrawBeyond(trx, { teamId, userId: formerOwner.id }, 'admin');
  // An owner has no limits, because nobody could lift them.
  const free = { day_quota: 0, week_quota: 0, month_quota: 0, models: '' };
  await updateMember(trx, { teamId, userId }, { role: 'owner', ...free });
}
