import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Records what a user has proved; idempotent. */
export async function insertUserProof(
  db: Db,
  proof: { userId: number; personHash: string },
): Promise<void> {
  await db
    .insertInto('user_proofs')
    .values({ user_id: proof.userId, person_hash: proof.personHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether two users ever proved the same address or account elsewhere. */
export async function haveCommonProof(db: Db, left: number, right: number): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM user_proofs AS own JOIN user_proofs AS other
      ON other.person_hash = own.person_hash AND other.user_id = ${right}
    WHERE own.user_id = ${left} LIMIT 1`.execute(db);
  return rows.length > 0;
}
