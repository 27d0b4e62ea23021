import type { Selectable } from 'kysely';
import type { Database, Db } from './schema.ts';

export type TotpRow = Selectable<Database['totp_secrets']>;

export function findTotp(db: Db, userId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that is not confirmed yet; returns false if one is already confirmed. */
export async function savePendingTotp(
  db: Db,
  userId: number,
  secretCipher: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret_cipher: secretCipher, confirmed_at: 0, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_cipher: secretCipher, last_step: 0 })
        .where('totp_secrets.confirmed_at', '=', 0),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A step further ahead was used before the clock jumped backward. */
const AHEAD_MAX = 4;

/**
 * Uses up a code's 30-second step, if this same secret has not used it or a later one; returns whether it
 * did.
 */
export async function spendTotpStep(
  db: Db,
  seen: Pick<TotpRow, 'user_id' | 'secret_cipher'>,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', seen.user_id)
    .where('secret_cipher', '=', seen.secret_cipher)
    .where(({ eb, or }) => or([eb('last_step', '<', step), eb('last_step', '>', step + AHEAD_MAX)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Confirms exactly this secret; returns false if one is already confirmed, or another has replaced it. */
export async function confirmTotpSecret(
  db: Db,
  seen: Pick<TotpRow, 'user_id' | 'secret_cipher'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now })
    .where('user_id', '=', seen.user_id)
    .where('secret_cipher', '=', seen.secret_cipher)
    .where('confirmed_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteTotp(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
}
