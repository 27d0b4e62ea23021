import {
  hasTeamRole,
  mayManageMember,
  type TeamMember,
  type TeamRole,
  TOKEN_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
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

/** Who acts in which team. */
export interface TeamActor {
  teamId: number;
  userId: number;
}

/** Members of a team; how many keys others have is for its administrators. */
export async function readMembers(
  { store }: Pick<Domain, 'store'>,
  { teamId, userId, role }: TeamActor & { role: TeamRole },
): Promise<TeamMember[]> {
  const rows = await listMembers(store.db, teamId);
  const seesAll = hasTeamRole(role, 'admin');
  return rows.map((row) => ({
    user_id: row.user_id,
    username: row.username,
    display_name: row.display_name,
    role: row.role,
    active: row.status === USER_ENABLED && row.deleted_at === null,
    joined_at: row.joined_at,
    ...(seesAll || row.user_id === userId
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
 * Runs a change of who is in a team. The rows of the team and of `others` are held, so roles are those of
 * now: whoever was demoted meanwhile changes nothing. All nodes forget the team's keys.
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

/** The role of a member whom the actor may change. Throws AppError team_member_not_found or team_role_forbidden. */
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

/** Changes role or limits of a member below the actor's role; the new role is below it, too. */
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
  });
}

/** Takes a member below the actor's role out; the keys that they made stop in the same transaction. */
export function removeMember(
  domain: MemberDomain,
  actor: TeamActor,
  userId: number,
): Promise<void> {
  const { teamId } = actor;
  return changeMembers(domain, actor, async (trx, actorRole) => {
    await manageableRole(trx, { teamId, userId }, actorRole);
    await takeOut(trx, { teamId, userId });
  });
}

/** Leaves a team. Throws AppError team_owner_must_stay. */
export function leaveTeam(domain: MemberDomain, actor: TeamActor): Promise<void> {
  return changeMembers(domain, actor, async (trx, role) => {
    if (role === 'owner') throw new AppError('team_owner_must_stay');
    await takeOut(trx, actor);
  });
}

async function takeOut(trx: StoreTransaction, { teamId, userId }: TeamActor): Promise<void> {
  await deleteMember(trx, teamId, userId);
  await stopTeamKeys(trx, { teamId, userId, status: TOKEN_DISABLED });
}

/**
 * Makes another member the owner; who was it stays an administrator of the team. Throws AppError
 * team_owner_limit_reached: limits per person hold only while nobody can gather teams.
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
 * Makes a member the owner in place of whoever is it now; the rows of team and member are held. A team in
 * the group of its owner goes to the group of the next. Throws AppError team_member_not_found.
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
  const former = await findOwner(trx, teamId);
  if (former) await regroupTeams(trx, [teamId], { from: former.group, to: next.group });
  await demoteOwner(trx, teamId);
  // An owner has no limits: nobody could lift them.
  const free = { day_quota: 0, week_quota: 0, month_quota: 0, models: '' };
  await updateMember(trx, { teamId, userId }, { role: 'owner', ...free });
}
