import { hasTeamRole, type TeamRole, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { findMembership } from '../../store/teams-repository.ts';
import type { Domain } from '../domain.ts';
import type { UserRow } from '../accounts/users.ts';

/** The team that a request acts for, and the caller's role in it. */
export interface ActingTeam {
  team: UserRow;
  role: TeamRole;
}

/**
 * Returns the team that somebody acts for. Role and team are reread, so removal or demotion takes effect at
 * once. A disabled team can only be viewed. Throws AppError team_not_found, team_role_forbidden or
 * team_disabled.
 */
export async function findActingTeam(
  { store }: Pick<Domain, 'store'>,
  { teamId, userId }: { teamId: number; userId: number },
  { needed: requiredRole, onlyReads }: { needed: TeamRole; onlyReads: boolean },
): Promise<ActingTeam> {
  const membership = await findMembership(store.db, teamId, userId);
  if (!membership) throw new AppError('team_not_found');
  if (!hasTeamRole(membership.role, requiredRole)) throw new AppError('team_role_forbidden');
  if (!onlyReads && membership.team.status !== USER_ENABLED) throw new AppError('team_disabled');
  return membership;
}
