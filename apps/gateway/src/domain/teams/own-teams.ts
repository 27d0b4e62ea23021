import { type Team, TEAM_SUFFIX_LENGTH, type TeamRole } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import { countOwnedTeams, insertMember, listTeamsOf } from '../../store/teams-repository.ts';
import {
  findUserById,
  foldUsername,
  lockUser,
  insertUser,
  updateUser,
  type UserRow,
} from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { describeTeam, presentTeam } from './present-team.ts';
import type { Db } from '../../store/schema.ts';

/** Returns a team's username, which `teamNameOf` reads, and its name. */
const namesOf = (name: string) => {
  const username = `${name}@${randomAlphanumeric(TEAM_SUFFIX_LENGTH)}`;
  return { username, username_lower: foldUsername(username), display_name: name };
};

/** Lists a user's teams, with balances that include every finished call. */
export async function listOwnTeams(
  { store, wallet }: Pick<Domain, 'store' | 'wallet'>,
  userId: number,
): Promise<Team[]> {
  await wallet.flush();
  const rows = await listTeamsOf(store.db, userId);
  return rows.map((row) => presentTeam(row, row.team_role, row.members));
}

/** Creates a team in the owner's group. Throws AppError team_limit_reached. */
export async function createTeam(
  domain: Pick<Domain, 'store' | 'clock' | 'options'>,
  owner: Pick<UserRow, 'id'>,
  name: string,
): Promise<Team> {
  const at = nowSeconds(domain.clock);
  const limit = domain.options.get('TeamsPerUser');
  const team = await domain.store.transaction(async (trx) => {
    const lockedOwner = await lockUser(trx, owner.id);
    if (!lockedOwner || lockedOwner.deleted_at !== null) throw new AppError('not_signed_in');
    if ((await countOwnedTeams(trx, owner.id)) >= limit)
      throw new AppError('team_limit_reached', { limit });
    const insertedTeam = await insertUser(trx, {
      ...namesOf(name),
      kind: 'team',
      password_hash: null,
      role: 1,
      status: 1,
      email: null,
      email_lower: null,
      group: lockedOwner.group,
      aff_code: randomAlphanumeric(16),
      access_token_hash: null,
      created_at: at,
      deleted_at: null,
    });
    await insertMember(trx, {
      team_id: insertedTeam.id,
      user_id: owner.id,
      role: 'owner',
      joined_at: at,
    });
    return insertedTeam;
  });
  return presentTeam(team, 'owner', 1);
}

/** Returns a team as a member sees it, including every finished call. */
export async function readTeam(
  domain: Pick<Domain, 'store' | 'wallet'>,
  teamId: number,
  role: TeamRole,
): Promise<Team> {
  await domain.wallet.flush();
  return teamAt(domain.store.db, teamId, role);
}

/** Returns a team from any database handle, such as a transaction. Throws AppError team_not_found. */
export async function teamAt(db: Db, teamId: number, role: TeamRole): Promise<Team> {
  const team = await findUserById(db, teamId);
  if (!team) throw new AppError('team_not_found');
  return describeTeam(db, team, role);
}

/** Renames a team; log rows keep the previous name, by which it can still be found. */
export async function renameTeam(
  domain: Pick<Domain, 'store' | 'wallet' | 'changes'>,
  { teamId, role }: { teamId: number; role: TeamRole },
  name: string,
): Promise<Team> {
  await domain.wallet.flush();
  return domain.changes.commit({ topic: 'user', id: teamId }, async (trx) => {
    await updateUser(trx, teamId, namesOf(name));
    return teamAt(trx, teamId, role);
  });
}
