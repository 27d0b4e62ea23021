import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId })))
    .execute();
}

/** Deletes a code, so that it works once; returns whether it existed. */
export async function spendRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
