import type { Db } from './schema.ts';

/** Records that many people have had an account before, and so receive no sign-up credits. */
export async function recordWelcomed(
  db: Db,
  personHashes: readonly string[],
  at: number,
): Promise<void> {
  if (personHashes.length === 0) return;
  await db
    .insertInto('welcomed')
    .values(personHashes.map((hash) => ({ person_hash: hash, welcomed_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that a person received the sign-up credits; returns false if they already had. */
export async function claimSignupCredits(db: Db, personHash: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('welcomed')
    .values({ person_hash: personHash, welcomed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
