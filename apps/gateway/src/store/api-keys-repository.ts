import {
  type SortOf,
  TOKEN_ENABLED,
  TOKEN_EXHAUSTED,
  TOKEN_EXPIRED,
  type TOKEN_SORTS,
} from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import { sortedBy } from './sorted-by.ts';
import { containsText } from './search.ts';
import type { TokensTable, Db } from './schema.ts';

export type ApiKeyRow = Selectable<TokensTable>;

/** Finds a key that is not deleted by its keyed hash. */
export function findApiKeyByHash(db: Db, keyHash: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds a key of this user; another user's key looks like a missing one. */
export function findOwnApiKey(
  db: Db,
  { userId, madeBy }: Pick<ApiKeyFilter, 'userId' | 'madeBy'>,
  id: number,
): Promise<ApiKeyRow | undefined> {
  let query = db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);
  if (madeBy !== undefined) query = query.where('created_by', '=', madeBy);
  return query.executeTakeFirst();
}

export interface ApiKeyFilter {
  userId: number;
  /** Only keys that this member of a team created. */
  madeBy?: number | undefined;
  /** Part of the name; alternatively matches one of `keywordIds`. */
  keyword?: string;
  keywordIds?: readonly number[];
  /** The keyed hash of a whole key. */
  keyHash?: string;
  /** Only keys with these ids. */
  ids?: readonly number[];
  /** As computed by `statusAt`; 0 matches any. */
  status?: number;
  /** Current time in seconds, for the status. */
  now?: number;
  sort?: SortOf<typeof TOKEN_SORTS>;
}

/** What each sort order compares; keys without an expiry sort last. */
const SORTED_BY: Readonly<Record<(typeof TOKEN_SORTS)[number], RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  used: sql.ref('used_quota'),
  last_used: sql.ref('accessed_time'),
  created: sql.ref('created_time'),
  expires: sql`CASE WHEN expired_time = -1 THEN 253402300800 ELSE expired_time END`,
};

/** Lists a user's keys, newest first or in the filter's sort order. */
export function listApiKeys(
  db: Db,
  filter: ApiKeyFilter,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const query = filterApiKeys(db, filter);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy(sortedBy(filter.sort, SORTED_BY, sql`id DESC`)),
    page,
  );
}

/** Counts matching keys by status, ignoring the filter's own status. */
export async function countApiKeyStatuses(
  db: Db,
  filter: ApiKeyFilter,
): Promise<{ status: number; count: number }[]> {
  const status = statusAt(filter.now ?? 0);
  const rows = await filterApiKeys(db, { ...filter, status: 0 })
    .select([status.as('status'), sql<number>`count(*)`.as('count')])
    .groupBy(status)
    .execute();
  return rows.map((row) => ({ status: Number(row.status), count: Number(row.count) }));
}

/** Sets the status of all keys of a user that are not deleted, and of those that they made in teams. */
export async function disableApiKeysOf(db: Db, userId: number, status: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ status })
    .where((where) => where.or([where('user_id', '=', userId), where('created_by', '=', userId)]))
    .where('deleted_at', 'is', null)
    .execute();
}

/** Lists the sealed keys of a user, or those that one member of a team created. */
export function listSealedKeys(
  db: Db,
  owner: Pick<ApiKeyFilter, 'userId' | 'madeBy'>,
): Promise<Pick<ApiKeyRow, 'id' | 'key_cipher'>[]> {
  return filterApiKeys(db, owner).select(['id', 'key_cipher']).execute();
}

function filterApiKeys(db: Db, filter: ApiKeyFilter) {
  let query = db
    .selectFrom('tokens')
    .where('user_id', '=', filter.userId)
    .where('deleted_at', 'is', null);
  const { keyword, keywordIds = [], ids, keyHash, status, madeBy } = filter;
  if (madeBy !== undefined) query = query.where('created_by', '=', madeBy);
  if (keyword)
    query = query.where(({ or, eb }) =>
      or([
        containsText<'tokens'>('name', keyword),
        ...(keywordIds.length === 0 ? [] : [eb('id', 'in', keywordIds)]),
      ]),
    );
  if (ids)
    query = ids.length === 0 ? query.where(sql<SqlBool>`1 = 0`) : query.where('id', 'in', ids);
  if (keyHash) query = query.where('key_hash', '=', keyHash);
  if (status) query = query.where(statusAt(filter.now ?? 0), '=', status);
  return query;
}

/** The status that lists show: a key that is expired or has spent its limit is no longer enabled. */
function statusAt(now: number) {
  return sql<number>`CASE WHEN status <> ${sql.lit(TOKEN_ENABLED)} THEN status
    WHEN expired_time <> -1 AND expired_time <= ${sql.lit(now)} THEN ${sql.lit(TOKEN_EXPIRED)}
    WHEN unlimited_quota = 0 AND remain_quota <= 0 THEN ${sql.lit(TOKEN_EXHAUSTED)}
    ELSE ${sql.lit(TOKEN_ENABLED)} END`;
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
  token: Omit<
    Insertable<TokensTable>,
    'id' | 'held' | 'used_quota' | 'accessed_time' | 'accessed_ip'
  >,
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
  > &
    Pick<Selectable<TokensTable>, 'day_quota' | 'week_quota' | 'month_quota'>
>;

/** Changes columns of one of the user's own keys; returns the updated row. */
export function updateOwnApiKey(
  db: Db,
  userId: number,
  id: number,
  changes: ApiKeyChanges,
): Promise<ApiKeyRow | undefined> {
  if (Object.keys(changes).length === 0) return findOwnApiKey(db, { userId }, id);
  return db
    .updateTable('tokens')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Reads the rest of an API key's limit and what it has used, in quota units. */
export function readApiKeyBalance(
  db: Db,
  id: number,
): Promise<Pick<ApiKeyRow, 'remain_quota' | 'used_quota' | 'unlimited_quota'>> {
  return db
    .selectFrom('tokens')
    .select(['remain_quota', 'used_quota', 'unlimited_quota'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
