import { sql } from 'kysely';
import { inviteeNames } from './invitee-names.ts';
import { deleteSessionsOfUser } from './sessions-repository.ts';
import type { Db } from './schema.ts';
import { lockUser, type UserRow } from './users-repository.ts';

/** Lists users after an id who were deleted before a time and are not erased yet, oldest first. */
export async function listUsersToErase(
  db: Db,
  { before, after, limit }: { before: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<=', before)
    .where('erased_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Identifies the user by number only; nobody can register such a name, as it contains an @. */
const nameOf = (id: number) => `deleted@${id}`;

/**
 * Undoes a deletion that happened after `limit`; returns the updated row. A node whose clock is ahead may have
 * begun to erase the user.
 */
export function undeleteUser(db: Db, id: number, limit: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', limit)
    .where('username', '!=', nameOf(id))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Replaces a user's name where it is recorded who queried, completed or refunded an order, their own or
 * another's. Comes before `eraseUser`, as the names are needed; former ones only if nobody else had them.
 */
export async function eraseActorNames(db: Db, id: number): Promise<void> {
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const former = await db
    .selectFrom('former_usernames as own')
    .select('username')
    .where('user_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('former_usernames as other')
            .select('other.username')
            .whereRef('other.username', '=', 'own.username')
            .where('other.user_id', '<>', id)
            .unionAll(
              selectFrom('users as other')
                .select('other.username')
                .whereRef('other.username', '=', 'own.username')
                .where('other.id', '<>', id),
            ),
        ),
      ),
    )
    .execute();
  const memberOf = (actor: string) => JSON.stringify({ actor }).slice(1, -1);
  for (const name of [username, ...former.map((row) => row.username)]) {
    const details = sql<string>`replace(details, ${memberOf(name)}, ${memberOf(nameOf(id))})`;
    await db
      .updateTable('order_events')
      .set({ details })
      .where(sql<boolean>`${details} <> details`)
      .execute();
    await db
      .updateTable('refunds')
      .set({ actor: nameOf(id) })
      .where('actor', '=', name)
      .execute();
  }
}

/**
 * Locks a user who was deleted at or before a time; returns false for anybody else, such as one who was restored
 * since `listUsersToErase`.
 */
export async function lockUserToErase(db: Db, id: number, before: number): Promise<boolean> {
  const deletedAt = (await lockUser(db, id))?.deleted_at ?? undefined;
  return deletedAt !== undefined && deletedAt <= before;
}

/**
 * Removes all personal data from a deleted user, including the name, which becomes available to others. The
 * caller has locked the user.
 */
export async function eraseUser(db: Db, id: number): Promise<void> {
  await deleteInvitations(db, id);
  await db
    .updateTable('users')
    .set({
      username: nameOf(id),
      username_lower: nameOf(id),
      display_name: '',
      email: null,
      email_lower: null,
      password_hash: null,
      rehashed_from: null,
      access_token_hash: null,
      remark: '',
    })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
  await deleteSessionsOfUser(db, id);
  for (const table of OF_THE_PERSON) await db.deleteFrom(table).where('user_id', '=', id).execute();
  await db.deleteFrom('notification_subscriptions').where('owner_id', '=', id).execute();
  await db.deleteFrom('notification_targets').where('owner_id', '=', id).execute();
  await db.deleteFrom('notification_deliveries').where('owner_id', '=', id).execute();
  await db.deleteFrom('notification_quiet').where('owner_id', '=', id).execute();
}

/** Deletes invitations sent by the user, and those sent to their name or address, which the row still has. */
async function deleteInvitations(db: Db, id: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['username_lower', 'email_lower'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const names = inviteeNames(user);
  if (names.length > 0)
    await db.deleteFrom('team_invitations').where('invitee_folded', 'in', names).execute();
  await db.deleteFrom('team_invitations').where('invited_by', '=', id).execute();
}

const OF_THE_PERSON = [
  'user_identities',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
  'scoped_tokens',
  'sign_ins',
  'user_views',
  'team_members',
  'former_team_members',
  'former_usernames',
  'agents',
] as const;

/** Removes names, addresses and secrets from a user's keys; the rows keep their ids. */
export async function eraseApiKeys(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set((column) => ({
      name: '',
      key_cipher: '',
      allow_ips: '',
      accessed_ip: '',
      deleted_at: column.fn.coalesce('deleted_at', column.val(now)),
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Where erasing a user's log rows has got to: after this row, in index order. */
export interface LogPosition {
  createdAt: number;
  id: number;
}

/**
 * Removes names and addresses from at most `limit` of a user's log rows; returns undefined after the last.
 */
export async function eraseLogRows(
  db: Db,
  userId: number,
  { after, limit }: { after: LogPosition; limit: number },
): Promise<LogPosition | undefined> {
  const rows = await db
    .selectFrom('logs')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('created_at', '>', after.createdAt),
        where.and([where('created_at', '=', after.createdAt), where('id', '>', after.id)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  if (!last) return undefined;
  await db
    .updateTable('logs')
    .set({ username: nameOf(userId), ip: '' })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length < limit ? undefined : { createdAt: last.created_at, id: last.id };
}

/**
 * Removes everything else that identifies a user or was written by them, except numbers. A payout that awaits
 * an administrator keeps its account until it is ended (`endPayout`).
 */
export async function eraseRecords(db: Db, userId: number): Promise<void> {
  const username = nameOf(userId);
  const ownerColumn = 'user_id';
  await db.updateTable('usage_hourly').set({ username }).where(ownerColumn, '=', userId).execute();
  await db
    .updateTable('tasks')
    .set({ username, token_name: '', notify_hook: '', fail_reason: '', data: '{}' })
    .where(ownerColumn, '=', userId)
    .execute();
  await db
    .updateTable('batches')
    .set({ username, token_name: '', ip: '', metadata: 'null', errors: '' })
    .where(ownerColumn, '=', userId)
    .execute();
  await db.updateTable('files').set({ filename: '' }).where(ownerColumn, '=', userId).execute();
  await db
    .updateTable('payouts')
    .set({ account: '' })
    .where(ownerColumn, '=', userId)
    .where('state', '!=', 'requested')
    .execute();
  for (const table of ['option_history', 'price_versions'] as const)
    await db
      .updateTable(table)
      .set({ actor_name: username })
      .where('actor_id', '=', userId)
      .execute();
  const unnamed = { name: '' };
  await db.updateTable('redemptions').set(unnamed).where('seller_id', '=', userId).execute();
  await db
    .updateTable('registration_codes')
    .set(unnamed)
    .where('creator_id', '=', userId)
    .execute();
}

/** Records that a user is completely erased. */
export async function noteErased(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ erased_at: now }).where('id', '=', id).execute();
}
