import { type SortOf, type TEAM_SORTS, type TeamRole, USER_ENABLED } from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { Database, Db } from './schema.ts';
import { sortedBy } from './sorted-by.ts';
import { containsText } from './search.ts';
import type { UserRow } from './users-repository.ts';

const members = sql<
  number | string
>`(select count(*) from team_members where team_members.team_id = users.id)`;

const topRole = sql<number | null>`(SELECT max(person.role) FROM team_members AS one
  JOIN users AS person ON person.id = one.user_id
  WHERE one.team_id = users.id AND person.deleted_at IS NULL)`;

/** Returns the highest site role among a team's members; 0 if it has none. */
export async function findTopRole(db: Db, teamId: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(topRole.as('role'))
    .where('id', '=', teamId)
    .executeTakeFirst();
  return row?.role ?? 0;
}

/** Finds a team that is not deleted, and a user's role in it; undefined if they are not a member. */
export async function findMembership(
  db: Db,
  teamId: number,
  userId: number,
): Promise<{ team: UserRow; role: TeamRole } | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('team_members', 'team_members.team_id', 'users.id')
    .selectAll('users')
    .select('team_members.role as team_role')
    .where('users.id', '=', teamId)
    .where('users.kind', '=', 'team')
    .where('users.deleted_at', 'is', null)
    .where('team_members.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { team_role: role, ...team } = row;
  return { team, role };
}

/** Finds a member whose account is active; the team keys of other members are blocked. */
export function findActiveMember(
  db: Db,
  teamId: number,
  userId: number,
): Promise<Selectable<Database['team_members']> | undefined> {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .selectAll('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('users.status', '=', USER_ENABLED)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns whether two people are members of the same team. */
export async function areTeammates(db: Db, left: number, right: number): Promise<boolean> {
  const shared = await db
    .selectFrom('team_members as own')
    .innerJoin('team_members as other', 'other.team_id', 'own.team_id')
    .select('own.team_id')
    .where('own.user_id', '=', left)
    .where('other.user_id', '=', right)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

/** Lists a user's teams with their role, by name. */
export function listTeamsOf(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .innerJoin('team_members as own', 'own.team_id', 'users.id')
    .selectAll('users')
    .select(['own.role as team_role', members.as('members')])
    .where('own.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute();
}

/** Counts the teams that a user owns. */
export async function countOwnedTeams(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('team_members')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds the owner of a team. */
export function findOwner(db: Db, teamId: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('team_members', 'team_members.user_id', 'users.id')
    .selectAll('users')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.role', '=', 'owner')
    .executeTakeFirst();
}

/** Lists the ids of all teams that a user owns. */
export async function listOwnedIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ team_id: id }) => id);
}

/** Moves those of the teams that are in one group to another. */
export async function regroupTeams(
  db: Db,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('users')
    .set({ group: to })
    .where('id', 'in', ids)
    .where('group', '=', from)
    .execute();
}

export async function countMembers(db: Db, teamId: number): Promise<number> {
  const { count } = await db
    .selectFrom('team_members')
    .select(sql<number>`count(*)`.as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a member; returns false if the person already is one. */
export async function insertMember(
  db: Db,
  row: Insertable<Database['team_members']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('team_members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added === 1n;
}

/** The changeable columns of a member. */
export type MemberChanges = Partial<
  Pick<
    Selectable<Database['team_members']>,
    'role' | 'day_quota' | 'week_quota' | 'month_quota' | 'models'
  >
>;

export async function updateMember(
  db: Db,
  { teamId, userId }: { teamId: number; userId: number },
  changes: MemberChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db
    .updateTable('team_members')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute();
}

export async function findMemberRole(
  db: Db,
  teamId: number,
  userId: number,
): Promise<TeamRole | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

/** Makes the owner of a team one of its admins. */
export async function demoteOwner(db: Db, teamId: number): Promise<void> {
  await db
    .updateTable('team_members')
    .set({ role: 'admin' })
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .execute();
}

/** Removes somebody from a team. */
export async function deleteMember(db: Db, teamId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes all members of a team, former ones included, and its invitations. */
export async function emptyTeam(db: Db, teamId: number): Promise<void> {
  await db.deleteFrom('team_members').where('team_id', '=', teamId).execute();
  await db.deleteFrom('former_team_members').where('team_id', '=', teamId).execute();
  await db.deleteFrom('team_invitations').where('team_id', '=', teamId).execute();
}

/** Lists a team's members in the order in which they joined, with the number of keys that each created. */
export function listMembers(db: Db, teamId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select([
      'team_members.user_id',
      'team_members.role',
      'team_members.joined_at',
      'team_members.day_quota',
      'team_members.week_quota',
      'team_members.month_quota',
      'team_members.models',
      'users.username',
      'users.display_name',
      'users.status',
      'users.deleted_at',
      (where) =>
        where
          .selectFrom('tokens')
          .select(sql<number>`count(*)`.as('count'))
          .where('tokens.user_id', '=', teamId)
          .where('tokens.deleted_at', 'is', null)
          .whereRef('tokens.created_by', '=', 'team_members.user_id')
          .as('keys'),
    ])
    .where('team_members.team_id', '=', teamId)
    .orderBy('team_members.joined_at')
    .orderBy('team_members.user_id')
    .execute();
}

/** Lists who created each key that a team has or had; at most the newest 10,000. */
export async function listKeyMakers(
  db: Db,
  teamId: number,
  madeBy: number | undefined,
): Promise<Map<number, number>> {
  let query = db.selectFrom('tokens').select(['id', 'created_by']).where('user_id', '=', teamId);
  if (madeBy !== undefined) query = query.where('created_by', '=', madeBy);
  const rows = await query.orderBy('id', 'desc').limit(10_000).execute();
  return new Map(rows.map((row) => [row.id, row.created_by]));
}

/** Disables all keys of a team, or those that one member created. */
export async function stopTeamKeys(
  db: Db,
  { teamId, userId, status }: { teamId: number; userId?: number; status: number },
): Promise<void> {
  let query = db
    .updateTable('tokens')
    .set({ status })
    .where('user_id', '=', teamId)
    .where('deleted_at', 'is', null);
  if (userId !== undefined) query = query.where('created_by', '=', userId);
  await query.execute();
}

export interface TeamFilter {
  /** Part of the team's or its owner's name, or the team's id; a single team if `id` is given. */
  keyword?: string;
  id?: number;
  /** Only teams that this user is in. */
  userId?: number;
  /** 0 matches any. */
  status?: number;
  sort?: SortOf<typeof TEAM_SORTS>;
}

const SORTED_BY: Readonly<Record<(typeof TEAM_SORTS)[number], RawBuilder<unknown>>> = {
  name: sql`lower(users.display_name)`,
  members,
  balance: sql.ref('users.quota'),
  used: sql.ref('users.used_quota'),
};

/** Lists teams with owner and number of members, newest first or in the filter's sort order. */
export function listManagedTeams(db: Db, filter: TeamFilter, page: PageRequest) {
  let query = db
    .selectFrom('users')
    .leftJoin('team_members as own', (join) =>
      join.onRef('own.team_id', '=', 'users.id').on('own.role', '=', 'owner'),
    )
    .leftJoin('users as owner', 'owner.id', 'own.user_id')
    .where('users.kind', '=', 'team')
    .where('users.deleted_at', 'is', null);
  const { keyword = '', id, userId } = filter;
  if (id !== undefined) query = query.where('users.id', '=', id);
  if (userId !== undefined)
    query = query.where('users.id', 'in', (where) =>
      where.selectFrom('team_members').select('team_id').where('user_id', '=', userId),
    );
  if (filter.status) query = query.where('users.status', '=', filter.status);
  if (keyword !== '')
    query = query.where((where) =>
      where.or([
        containsText<'users'>('users.display_name' as 'display_name', keyword),
        containsText<'users'>('owner.username' as 'username', keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [where('users.id', '=', Number(keyword))] : []),
      ]),
    );
  const rows = query
    .selectAll('users')
    .select(['owner.id as owner_id', 'owner.username as owner_name', members.as('members')])
    .select(topRole.as('top_role'))
    .orderBy(sortedBy(filter.sort, SORTED_BY, sql`users.id DESC`));
  return readPage(query.select(sql<number>`count(*)`.as('count')), rows, page) as Promise<
    Page<
      UserRow & {
        owner_id: number | null;
        owner_name: string | null;
        members: number | string;
        top_role: number | null;
      }
    >
  >;
}
