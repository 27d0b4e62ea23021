import type { Db } from './schema.ts';

/** Records that a person received the sign-up credits; returns false if they already had. */
export async function claimSignupCredits(db: Db, personHash: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('welcomed')
    .values({ person_hash: personHash, welcomed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
