import type { ManagedTeam, Team, TeamRole } from '@tollgate/contract';
import { countMembers, type listManagedTeams } from '../../store/teams-repository.ts';
import type { UserRow } from '../../store/users-repository.ts';
import type { Db } from '../../store/schema.ts';

/** Returns a team as a member with this role sees it. */
export function presentTeam(team: UserRow, role: TeamRole, members: number | string | null): Team {
  const { id, display_name: name, status, quota, used_quota, created_at } = team;
  return { id, name, status, role, quota, used_quota, members: Number(members ?? 0), created_at };
}

/** Does the same for a team whose members are not yet counted. */
export async function describeTeam(db: Db, team: UserRow, role: TeamRole): Promise<Team> {
  return presentTeam(team, role, await countMembers(db, team.id));
}

type ManagedRow = Awaited<ReturnType<typeof listManagedTeams>>['items'][number];

/** Returns a team as site administrators see it. */
export function presentManagedTeam(row: ManagedRow): ManagedTeam {
  const { id, display_name: name, status, group, quota, used_quota, created_at } = row;
  return {
    id,
    name,
    status,
    group,
    owner_id: Number(row.owner_id ?? 0),
    owner: row.owner_name ?? '',
    quota,
    used_quota,
    members: Number(row.members),
    top_role: Number(row.top_role ?? 0),
    created_at,
  };
}
