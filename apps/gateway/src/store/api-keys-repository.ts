import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import { containsText } from './search.ts';
import type { Database, TokensTable } from './schema.ts';

type Db = Kysely<Database>;
export type ApiKeyRow = Selectable<TokensTable>;

/** A key that is not deleted, by its keyed hash. */
export function findApiKeyByHash(db: Db, keyHash: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A key of this user; somebody else's looks like a missing one. */
export function findOwnApiKey(db: Db, userId: number, id: number): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface ApiKeyFilter {
  userId: number;
  /** Part of the name. */
  keyword?: string;
  /** The keyed hash of a whole key. */
  keyHash?: string;
}

/** Keys of a user, newest first. */
export function listApiKeys(
  db: Db,
  filter: ApiKeyFilter,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  let query = db
    .selectFrom('tokens')
    .where('user_id', '=', filter.userId)
    .where('deleted_at', 'is', null);
  if (filter.keyword) query = query.where(containsText<'tokens'>('name', filter.keyword));
  if (filter.keyHash) query = query.where('key_hash', '=', filter.keyHash);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy('id', 'desc'),
    page,
  );
}

export async function countApiKeys(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('tokens')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts a key with its own limit (`remain_quota`); the other quota columns start at 0. */
export function insertApiKey(
  db: Db,
  token: Omit<Insertable<TokensTable>, 'id' | 'held' | 'used_quota' | 'accessed_time'>,
): Promise<ApiKeyRow> {
  return db.insertInto('tokens').values(token).returningAll().executeTakeFirstOrThrow();
}

export type ApiKeyChanges = Partial<
  Pick<
    TokensTable,
    | 'name'
    | 'status'
    | 'expired_time'
    | 'unlimited_quota'
    | 'allow_ips'
    | 'group'
    | 'model_limits_enabled'
    | 'model_limits'
    | 'rate_limit'
    | 'mj_mode'
    | 'deleted_at'
  >
>;

/** Changes columns of an own key; answers the row as it is then. */
export function updateOwnApiKey(
  db: Db,
  userId: number,
  id: number,
  changes: ApiKeyChanges,
): Promise<ApiKeyRow | undefined> {
  if (Object.keys(changes).length === 0) return findOwnApiKey(db, userId, id);
  return db
    .updateTable('tokens')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** What is left of an API key's limit and what it has used, in quota units. */
export function readApiKeyBalance(
  db: Kysely<Database>,
  id: number,
): Promise<Pick<ApiKeyRow, 'remain_quota' | 'used_quota' | 'unlimited_quota'>> {
  return db
    .selectFrom('tokens')
    .select(['remain_quota', 'used_quota', 'unlimited_quota'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
