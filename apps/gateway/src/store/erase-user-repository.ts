import type { Kysely } from 'kysely';
import { deleteSessionsOfUser } from './sessions-repository.ts';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

/** Users who were deleted before a time and are not anonymous yet, the oldest first. */
export async function listUsersToErase(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<=', before)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A name that says who it was by number only; nobody can register it, as it has an @. */
const nameOf = (id: number) => `deleted@${id}`;

/** Takes from a deleted user all that says who it is, and with it the name: others may have it then. */
export async function eraseUser(db: Db, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({
      username: nameOf(id),
      username_lower: nameOf(id),
      display_name: '',
      email: null,
      email_lower: null,
      password_hash: null,
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

const OF_THE_PERSON = [
  'user_identities',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
  'sign_ins',
  'user_views',
  'former_usernames',
] as const;

/** The keys of a user keep their numbers; their names, addresses and secrets go. */
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

/** Where erasing a user's log rows stands: after this row, in the order of the index. */
export interface LogPlace {
  createdAt: number;
  id: number;
}

/** Takes name and address from at most `limit` log rows of a user; undefined after the last. */
export async function eraseLogRows(
  db: Db,
  userId: number,
  { after, limit }: { after: LogPlace; limit: number },
): Promise<LogPlace | undefined> {
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

/** What else bears the name of a user beside numbers. */
export async function eraseRecords(db: Db, userId: number): Promise<void> {
  const named = { username: nameOf(userId) };
  await db.updateTable('usage_hourly').set(named).where('user_id', '=', userId).execute();
  await db.updateTable('tasks').set(named).where('user_id', '=', userId).execute();
  await db
    .updateTable('batches')
    .set({ ...named, ip: '' })
    .where('user_id', '=', userId)
    .execute();
}

/** Notes that nothing of a user is left to erase. */
export async function noteErased(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ erased_at: now }).where('id', '=', id).execute();
}
