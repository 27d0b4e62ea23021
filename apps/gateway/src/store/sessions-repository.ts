import { type Insertable, type Selectable, sql } from 'kysely';
import { deleteChallengesOfUser } from './login-challenges-repository.ts';
import type { Db } from './schema.ts';
import type { SessionsTable } from './sessions-table.ts';

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(
  db: Db,
  session: Omit<Insertable<SessionsTable>, 'id'>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Finds a session that has not expired. */
export function findSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Lists a user's sessions that have not expired, the most recently seen first. */
export function listSessionsOfUser(
  db: Db,
  userId: number,
  { now, limit }: { now: number; limit: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends a session if it belongs to this user. */
export async function deleteSessionOfUser(db: Db, userId: number, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).execute();
}

export async function hasSession(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function touchSession(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Records that the user of a session has just proved their identity. */
export async function confirmSessionRow(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a user, except for one that may continue, and logins that await a second factor. */
export async function deleteSessionsOfUser(db: Db, userId: number, exceptId = 0): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .execute();
  await deleteChallengesOfUser(db, userId);
}

/** Ends the sessions that started from a session at a login provider. */
export async function deleteSessionsOfProvider(db: Db, session: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('provider_session', '=', session)
    // Lets the partial index be used.
    .where(sql<boolean>`provider_session <> ''`)
    .execute();
  await db.deleteFrom('login_challenges').where('provider_session', '=', session).execute();
}

/** Deletes sessions that have expired, and those that started at or before a time. */
export async function deleteExpiredSessions(
  db: Db,
  { now, before }: { now: number; before: number },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<=', now), is('created_at', '<=', before)]))
    .execute();
}

/** Returns whether a session of a user started at this address, in this browser. */
export async function hasSessionFrom(
  db: Db,
  userId: number,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ip', '=', ip)
    .where('user_agent', '=', userAgent)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
