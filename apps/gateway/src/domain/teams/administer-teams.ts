import { type ManagedTeam, USER_DISABLED, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PageRequest } from '../../store/paging.ts';
import { listManagedTeams, type TeamFilter } from '../../store/teams-repository.ts';
import { findUserById, updateUser } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { requireKnownGroups } from '../options/groups.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { managedTeamAt } from './managed-team-at.ts';
import { appointOwner } from './members.ts';
import { requireTeamChangePermission } from './require-team-change-permission.ts';
import { presentManagedTeam } from './present-team.ts';

/** Returns one page of teams, including every finished call. */
export async function searchTeams(
  { store, wallet }: Pick<Domain, 'store' | 'wallet'>,
  filter: TeamFilter,
  page: PageRequest,
) {
  await wallet.flush();
  const teams = await listManagedTeams(store.db, filter, page);
  return { ...teams, items: teams.items.map(presentManagedTeam) };
}

/** Returns a team that is not deleted. Throws AppError team_not_found. */
export async function readManagedTeam(
  domain: Pick<Domain, 'store' | 'wallet'>,
  id: number,
): Promise<ManagedTeam> {
  await domain.wallet.flush();
  return managedTeamAt(domain.store.db, id);
}

export interface TeamChange {
  enabled?: boolean | undefined;
  group?: string | undefined;
  owner_id?: number | undefined;
}

/**
 * Enables or disables a team, moves it to another group, or appoints one of its members as owner. Throws
 * AppError team_of_same_or_higher.
 */
export async function changeTeam(
  domain: Pick<Domain, 'store' | 'wallet' | 'changes' | 'options'>,
  actor: { role: number },
  id: number,
  { enabled, group, owner_id: ownerId }: TeamChange,
): Promise<ManagedTeam> {
  const before = await readManagedTeam(domain, id);
  if (group !== undefined) requireKnownGroups(domain, group, before.group);
  return domain.changes.commit({ topic: 'user', id }, async (trx) => {
    await lockUsers(trx, [id, ...(ownerId === undefined ? [] : [ownerId])]);
    const team = await findUserById(trx, id);
    if (!team || team.deleted_at !== null) throw new AppError('team_not_found');
    await requireTeamChangePermission(trx, actor, id);
    const status = enabled === undefined ? team.status : enabled ? USER_ENABLED : USER_DISABLED;
    if (ownerId !== undefined) await appointOwner(trx, { teamId: id, userId: ownerId });
    await updateUser(trx, id, { status, ...(group === undefined ? {} : { group }) });
    const changed = await managedTeamAt(trx, id);
    noteAudited({
      id,
      name: before.name,
      before: { status: team.status, group: team.group, owner_id: before.owner_id },
      after: { status, group: changed.group, owner_id: changed.owner_id },
    });
    return changed;
  });
}
