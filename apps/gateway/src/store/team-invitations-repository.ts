import { type TeamRole, USER_ENABLED } from '@tollgate/contract';
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db } from './schema.ts';

type Invitations = Database['team_invitations'];
export type TeamInvitationRow = Selectable<Invitations>;

export async function insertInvitation(db: Db, row: Insertable<Invitations>): Promise<void> {
  await db.insertInto('team_invitations').values(row).execute();
}

/** Deletes a team's expired invitations; returns how many remain. */
export async function pruneInvitations(db: Db, teamId: number, now: number): Promise<number> {
  await db
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where('expires_at', '<=', now)
    .execute();
  const { count } = await db
    .selectFrom('team_invitations')
    .select(sql<number>`count(*)`.as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects invitations of existing teams, with the names of team and inviter. */
function described(db: Db, now: number) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('users as team', 'team.id', 'team_invitations.team_id')
    .innerJoin('users as inviter', 'inviter.id', 'team_invitations.invited_by')
    .selectAll('team_invitations')
    .select(['team.display_name as team_name', 'inviter.username as inviter_name'])
    .where('team.deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('team_invitations.id', 'desc');
}

export function listInvitationsOfTeam(db: Db, teamId: number, now: number) {
  return described(db, now).where('team_id', '=', teamId).execute();
}

/** Matches invitations of active users: nobody enters a team through somebody who is disabled or deleted. */
const isByActiveUser = ({ exists, selectFrom }: ExpressionBuilder<Database, 'team_invitations'>) =>
  exists(
    selectFrom('users as sender')
      .select('sender.id')
      .whereRef('sender.id', '=', 'team_invitations.invited_by')
      .where('sender.status', '=', USER_ENABLED)
      .where('sender.deleted_at', 'is', null),
  );

/** Lists valid invitations for any of these names and addresses. */
export async function listInvitationsFor(db: Db, names: readonly string[], now: number) {
  if (names.length === 0) return [];
  return described(db, now)
    .where(isByActiveUser)
    .where('invitee_folded', 'in', names)
    .limit(100)
    .execute();
}

export function findInvitationByCode(db: Db, codeHash: string, now: number) {
  return described(db, now)
    .where(isByActiveUser)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

/** Identifies an invitation: by id for one of these names, or by code. */
export type InvitationKey = { id: number; names: readonly string[] } | { codeHash: string };

/**
 * Deletes and returns an invitation, so that it works once; undefined if it does not exist, has expired, or was sent
 * by somebody who is disabled or deleted.
 */
export async function takeInvitation(
  db: Db,
  key: InvitationKey,
  now: number,
): Promise<TeamInvitationRow | undefined> {
  if ('names' in key && key.names.length === 0) return undefined;
  const query = db
    .deleteFrom('team_invitations')
    .where('expires_at', '>', now)
    .where(isByActiveUser);
  const matching =
    'codeHash' in key
      ? query.where('code_hash', '=', key.codeHash)
      : query.where('id', '=', key.id).where('invitee_folded', 'in', key.names);
  return matching.returningAll().executeTakeFirst();
}

/**
 * Lets invitations by a username follow its bearer, who is about to take another one. Those to an address that
 * the name looks like stay that address's.
 */
export async function readdressInvitations(db: Db, userId: number, folded: string): Promise<void> {
  await db
    .updateTable('team_invitations')
    .set({ invitee_folded: folded })
    .where('invitee_folded', '=', (former) =>
      former.selectFrom('users').select('username_lower').where('id', '=', userId),
    )
    .where('invitee_folded', 'not like', '%@%')
    .execute();
}

/** Deletes a team's invitations that are addressed to one of these names. */
export async function deleteInvitationsFor(
  db: Db,
  teamId: number,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await db
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where('invitee_folded', 'in', names)
    .execute();
}

/** Deletes a team's invitations that a member made for one of these roles. */
export async function deleteInvitationsBy(
  db: Db,
  { teamId, userId }: { teamId: number; userId: number },
  roles: readonly TeamRole[],
): Promise<void> {
  if (roles.length === 0) return;
  await db
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where('invited_by', '=', userId)
    .where('role', 'in', roles)
    .execute();
}

/** Withdraws an invitation of a team. */
export async function deleteInvitation(db: Db, teamId: number, id: number): Promise<void> {
  await db
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}
