import type { Insertable, Selectable } from 'kysely';
import type { Db } from './schema.ts';
import type { ScopedTokensTable } from './scoped-tokens-table.ts';

export type ScopedTokenRow = Selectable<ScopedTokensTable>;

export function insertScopedToken(
  db: Db,
  token: Omit<Insertable<ScopedTokensTable>, 'id'>,
): Promise<ScopedTokenRow> {
  return db.insertInto('scoped_tokens').values(token).returningAll().executeTakeFirstOrThrow();
}

/** Lists all of a user's tokens, newest first. */
export function listScopedTokens(db: Db, userId: number): Promise<ScopedTokenRow[]> {
  return db
    .selectFrom('scoped_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

export function findScopedToken(db: Db, tokenHash: string): Promise<ScopedTokenRow | undefined> {
  return db
    .selectFrom('scoped_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function touchScopedToken(
  db: Db,
  id: number,
  { at, ip }: { at: number; ip: string },
): Promise<void> {
  await db
    .updateTable('scoped_tokens')
    .set({ last_used_at: at, last_used_ip: ip })
    .where('id', '=', id)
    .execute();
}

/** Deletes a token if it belongs to this user; returns it. */
export function deleteScopedToken(
  db: Db,
  userId: number,
  id: number,
): Promise<ScopedTokenRow | undefined> {
  return db
    .deleteFrom('scoped_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteScopedTokensOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('scoped_tokens').where('user_id', '=', userId).execute();
}
