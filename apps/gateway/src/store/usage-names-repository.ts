import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

/** Limit of keys to read per user. */
const KEYS_MAX = 10_000;

/** Returns usernames by id, including deleted users. */
export async function readUsernames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Returns API keys by id, including deleted ones: their name and their owner's. */
export async function readApiKeyNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { name: string; owner: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.name', 'users.username'])
    .where('tokens.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name, username }) => [id, { name, owner: username }]));
}

/** Lists the ids of all API keys that a user has or had, or of those that one member of a team created. */
export async function listApiKeyIds(db: Db, userId: number, madeBy?: number): Promise<number[]> {
  let query = db.selectFrom('tokens').select('id').where('user_id', '=', userId);
  if (madeBy !== undefined) query = query.where('created_by', '=', madeBy);
  const rows = await query.orderBy('id', 'desc').limit(KEYS_MAX).execute();
  return rows.map(({ id }) => id);
}
