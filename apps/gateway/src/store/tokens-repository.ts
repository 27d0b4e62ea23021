import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import { containsText } from './search.ts';
import type { Database, TokensTable } from './schema.ts';

type Db = Kysely<Database>;
export type TokenRow = Selectable<TokensTable>;

/** A key that is not deleted, by its keyed hash. */
export function findTokenByKeyHash(db: Db, keyHash: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A key of this user; somebody else's looks like a missing one. */
export function findOwnToken(db: Db, userId: number, id: number): Promise<TokenRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface TokenFilter {
  userId: number;
  /** Part of the name. */
  keyword?: string;
  /** The keyed hash of a whole key. */
  keyHash?: string;
}

/** Keys of a user, newest first. */
export function listTokens(
  db: Db,
  filter: TokenFilter,
  page: PageRequest,
): Promise<Page<TokenRow>> {
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

export async function countTokens(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('tokens')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts a key with its own limit (`remain_quota`); the other quota columns start at 0. */
export function insertToken(
  db: Db,
  token: Omit<Insertable<TokensTable>, 'id' | 'held' | 'used_quota' | 'accessed_time'>,
): Promise<TokenRow> {
  return db.insertInto('tokens').values(token).returningAll().executeTakeFirstOrThrow();
}

export type TokenChanges = Partial<
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
export function updateOwnToken(
  db: Db,
  userId: number,
  id: number,
  changes: TokenChanges,
): Promise<TokenRow | undefined> {
  if (Object.keys(changes).length === 0) return findOwnToken(db, userId, id);
  return db
    .updateTable('tokens')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
