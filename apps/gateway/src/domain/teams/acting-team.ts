import { hasTeamRole, type TeamRole, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { findMembership } from '../../store/teams-repository.ts';
import type { Domain } from '../domain.ts';
import type { UserRow } from '../accounts/users.ts';

/** The team that a call acts for, and what the caller is in it. */
export interface ActingTeam {
  team: UserRow;
  role: TeamRole;
}

/**
 * The team that somebody acts for. Role and team are read anew, so whoever was removed or demoted may nothing
 * more at once. A team that is disabled can be looked at. Throws AppError team_not_found,
 * team_role_forbidden or team_disabled.
 */
export async function findActingTeam(
  { store }: Pick<Domain, 'store'>,
  { teamId, userId }: { teamId: number; userId: number },
  { needed, onlyReads }: { needed: TeamRole; onlyReads: boolean },
): Promise<ActingTeam> {
  const found = await findMembership(store.db, teamId, userId);
  if (!found) throw new AppError('team_not_found');
  if (!hasTeamRole(found.role, needed)) throw new AppError('team_role_forbidden');
  if (!onlyReads && found.team.status !== USER_ENABLED) throw new AppError('team_disabled');
  return found;
}
