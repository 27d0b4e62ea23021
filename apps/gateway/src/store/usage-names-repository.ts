import type { Db } from './schema.ts';

interface ApiKeyName {
  name: string;
  owner: string;
  is_team: boolean;
}

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

/** Returns which of these users are teams, including deleted ones. */
export async function readTeamIds(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', distinct)
    .where('kind', '=', 'team')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns API keys by id, including deleted ones: their name and their owner's, who may be a team. */
export async function readApiKeyNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ApiKeyName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.name', 'users.username', 'users.kind'])
    .where('tokens.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, name, username, kind }) => [
      id,
      { name, owner: username, is_team: kind === 'team' },
    ]),
  );
}

/** Lists the ids of all API keys that a user has or had, or of those that one member of a team created. */
export async function listApiKeyIds(db: Db, userId: number, madeBy?: number): Promise<number[]> {
  let query = db.selectFrom('tokens').select('id').where('user_id', '=', userId);
  if (madeBy !== undefined) query = query.where('created_by', '=', madeBy);
  const rows = await query.orderBy('id', 'desc').limit(KEYS_MAX).execute();
  return rows.map(({ id }) => id);
}
