import { USER_ENABLED } from '@tollgate/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Database, Db } from './schema.ts';

export type PasskeyRow = Selectable<Database['passkeys']>;

/** Lists a user's passkeys, oldest first. */
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

export async function hasPasskey(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns undefined if that credential is already stored. */
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

/** Records a use and its host, if the counter is still the one that was checked; returns whether it was. */
export async function notePasskeyUse(
  db: Db,
  seen: Pick<PasskeyRow, 'id' | 'counter'>,
  use: { counter: number; at: number; host: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at, rp_id: use.host })
    .where('id', '=', seen.id)
    .where('counter', '=', seen.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Renames a passkey of this user; returns false if there is none. */
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

/** Deletes a passkey of this user; returns false if there is none. */
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

/** Lists the passkeys of all users with a role who are not disabled. */
export function listPasskeysOfRole(db: Db, role: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .where('role', '=', role)
    .where('status', '=', USER_ENABLED)
    .where('deleted_at', 'is', null)
    .execute();
}
