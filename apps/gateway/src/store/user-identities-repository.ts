import { USER_ENABLED } from '@tollgate/contract';
import type { Selectable } from 'kysely';
import type { Db } from './schema.ts';
import type { UserIdentitiesTable } from './user-identities-table.ts';
import type { UserRow } from './users-repository.ts';

export type UserIdentityRow = Selectable<UserIdentitiesTable>;
/** An account at a login provider. */
export type Identity = Pick<UserIdentityRow, 'provider' | 'subject'>;

/** Finds the user of an identity, including deleted users. */
export function findUserByIdentity(
  db: Db,
  { provider, subject }: Identity,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('users')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function findIdentity(
  db: Db,
  { provider, subject }: Identity,
): Promise<UserIdentityRow | undefined> {
  return db
    .selectFrom('user_identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Changes an identity's subject to the one its provider uses. */
export async function renameIdentity(
  db: Db,
  { provider, subject }: Identity,
  next: string,
): Promise<void> {
  await db
    .updateTable('user_identities')
    .set({ subject: next })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute();
}

/** Lists the identities of all users with a role who are not disabled. */
export function listIdentitiesOfRole(db: Db, role: number): Promise<UserIdentityRow[]> {
  return db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('user_identities')
    .where('role', '=', role)
    .where('status', '=', USER_ENABLED)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Lists the identities of some users. */
export async function listIdentities(
  db: Db,
  userIds: readonly number[],
): Promise<UserIdentityRow[]> {
  if (userIds.length === 0) return [];
  return db.selectFrom('user_identities').selectAll().where('user_id', 'in', userIds).execute();
}

/** Binds an identity; changes nothing if it is taken, or if the user has another at that provider. */
export async function insertIdentity(db: Db, identity: UserIdentityRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes and returns a user's identity at a provider; undefined if there is none. */
export function takeIdentity(
  db: Db,
  { provider, user_id: userId }: Pick<UserIdentityRow, 'provider' | 'user_id'>,
): Promise<UserIdentityRow | undefined> {
  return db
    .deleteFrom('user_identities')
    .where('provider', '=', provider)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes an identity from a deleted user, so that its owner can register again. */
export async function releaseIdentity(db: Db, { provider, subject }: Identity): Promise<void> {
  await db
    .deleteFrom('user_identities')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('user_id', 'in', (query) =>
      query.selectFrom('users').select('id').where('deleted_at', 'is not', null),
    )
    .execute();
}
