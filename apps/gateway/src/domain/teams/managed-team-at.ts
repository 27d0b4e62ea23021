import type { ManagedTeam } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { listManagedTeams } from '../../store/teams-repository.ts';
import { presentManagedTeam } from './present-team.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Returns a team that is not deleted, from any database handle, such as a transaction. Throws AppError
 * team_not_found.
 */
export async function managedTeamAt(db: Db, id: number): Promise<ManagedTeam> {
  const { items } = await listManagedTeams(db, { id }, { page: 1, pageSize: 1 });
  if (!items[0]) throw new AppError('team_not_found');
  return presentManagedTeam(items[0]);
}
