import { USER_ENABLED } from '@tollgate/contract';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;
export type PasskeyRow = Selectable<Database['passkeys']>;

/** The passkeys of a user, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Undefined where that credential is kept already. */
export function insertPasskey(
  db: Db,
  passkey: Omit<Insertable<Database['passkeys']>, 'id'>,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Notes a use, while the counter is still the one that was checked; tells whether it was. */
export async function notePasskeyUse(
  db: Db,
  seen: Pick<PasskeyRow, 'id' | 'counter'>,
  used: { counter: number; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: used.counter, last_used_at: used.at })
    .where('id', '=', seen.id)
    .where('counter', '=', seen.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Renames a passkey of this user; false where there is none. */
export async function renamePasskeyOf(
  db: Db,
  { id, user_id }: Pick<PasskeyRow, 'id' | 'user_id'>,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a passkey of this user; false where there is none. */
export async function deletePasskey(
  db: Db,
  { id, user_id }: Pick<PasskeyRow, 'id' | 'user_id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePasskeysOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Whether somebody of a role can log in by a passkey. */
export async function hasActiveUserWithPasskey(db: Db, role: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('passkeys', 'passkeys.user_id', 'users.id')
    .select('users.id')
    .where('role', '=', role)
    .where('status', '=', USER_ENABLED)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
