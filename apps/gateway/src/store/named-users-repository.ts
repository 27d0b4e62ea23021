import { TEAM_SUFFIX_LENGTH, teamNameOf } from '@tollgate/contract';
import { sql } from 'kysely';
import { escapeLike } from './search.ts';
import type { Db } from './schema.ts';
import { findUserByUsername } from './users-repository.ts';

/**
 * Lists the ids of users with a name or, if there are none, of those who once had it. Teams are found by the
 * name that people see, which several may have. Case-sensitive.
 */
export async function listUserIdsByName(db: Db, username: string): Promise<number[]> {
  const bearer = await findUserByUsername(db, username);
  if (bearer?.username === username) return [bearer.id];
  const former = await db
    .selectFrom('former_usernames')
    .select(['user_id', 'username'])
    .where((where) =>
      where.or([
        where('username', '=', username),
        sql<boolean>`username LIKE ${teamPattern(username)} ESCAPE '\\'`,
      ]),
    )
    .execute();
  const teams = await teamsNamed(db, username).execute();
  const ids = [
    ...teams.map(({ id }) => id),
    ...former
      .filter(({ username: name }) => name === username || teamNameOf(name) === username)
      .map(({ user_id: id }) => id),
  ];
  return [...new Set(ids)];
}

/** Selects the ids of teams with a name. */
export const teamsNamed = (db: Pick<Db, 'selectFrom'>, name: string) =>
  db.selectFrom('users').select('id').where('kind', '=', 'team').where('display_name', '=', name);

/** Returns the LIKE pattern for the usernames of teams with a name. */
const teamPattern = (name: string) => `${escapeLike(name)}@${'_'.repeat(TEAM_SUFFIX_LENGTH)}`;
