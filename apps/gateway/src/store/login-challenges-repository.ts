import type { Insertable, Selectable } from 'kysely';
import type { Database, Db } from './schema.ts';

export type LoginChallengeRow = Selectable<Database['login_challenges']>;

export async function insertLoginChallenge(
  db: Db,
  row: Insertable<Database['login_challenges']>,
): Promise<void> {
  await db.insertInto('login_challenges').values(row).execute();
}

/** Uses one try of a challenge that has any left and has not expired. */
export function takeChallengeTry(
  db: Db,
  { hash, kind, now }: { hash: string; kind: LoginChallengeRow['kind']; now: number },
): Promise<LoginChallengeRow | undefined> {
  return db
    .updateTable('login_challenges')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('challenge_hash', '=', hash)
    .where('kind', '=', kind)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Consumes a challenge; returns false if a concurrent request did first. */
export async function deleteLoginChallenge(db: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('challenge_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes a user's pending second-factor challenges, for example after a password change. */
export async function deleteChallengesOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('login_challenges').where('user_id', '=', userId).execute();
}

export async function deleteOldLoginChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_challenges').where('expires_at', '<=', now).execute();
}
