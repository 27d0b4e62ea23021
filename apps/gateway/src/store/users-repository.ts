import { USER_ENABLED, type USER_SORTS } from '@tollgate/contract';
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import type { Page, PageRequest } from './paging.ts';
import { readPage } from './paging.ts';
import { containsText, hasWord } from './search.ts';
import { deleteScopedTokensOfUser } from './scoped-tokens-repository.ts';
import type { Database, UsersTable } from './schema.ts';

type Db = Kysely<Database>;
export type UserRow = Selectable<UsersTable>;

/** A user by id, deleted ones too. */
export function findUserById(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Id and name of a user who exists, deleted ones too. */
export function readUserName(db: Db, id: number): Promise<Pick<UserRow, 'id' | 'username'>> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What a user has and has used, in quota units. */
export function readUserBalance(
  db: Db,
  id: number,
): Promise<Pick<UserRow, 'quota' | 'used_quota'>> {
  return db
    .selectFrom('users')
    .select(['quota', 'used_quota'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Usernames that look the same are the same: letter case, full-width forms and composition don't count. */
export function foldUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** The oldest user of a role. */
export function findFirstUserOfRole(db: Db, role: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', role)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * A user by what is typed at login: the username, or the bound e-mail. In any letter case; deleted ones too.
 * What looks like an address and is nobody's may be the name of an account that was imported.
 */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const byEmail = login.includes('@') ? await findUserByEmail(db, login.trim()) : undefined;
  return byEmail ?? findUserByUsername(db, login.trim());
}

export function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username_lower', '=', foldUsername(username))
    .executeTakeFirst();
}

/** Who an address is bound to, deleted users too. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The user whose invitation code this is, while the account is in use. */
export function findInviter(db: Db, code: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where((where) =>
      where.or([
        where('aff_code', '=', code),
        where(
          'id',
          '=',
          where
            .selectFrom('agents')
            .select('user_id')
            .where('code', '=', code.toLowerCase())
            .where('enabled', '=', 1),
        ),
      ]),
    )
    .where('status', '=', USER_ENABLED)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Takes an address from deleted users, so that its owner may begin anew. */
export async function releaseEmail(db: Db, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, email_lower: null })
    .where('email_lower', '=', email.toLowerCase())
    .where('deleted_at', 'is not', null)
    .execute();
}

export function findUserByAccessTokenHash(db: Db, hash: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('access_token_hash', '=', hash)
    .executeTakeFirst();
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** What a new user is made of; the quota columns start at 0. */
export type NewUser = Omit<
  Insertable<UsersTable>,
  | 'last_seen_at'
  | 'remark'
  | 'erased_at'
  | 'id'
  | 'quota'
  | 'held'
  | 'used_quota'
  | 'request_count'
  | 'total_topup'
  | 'imported_usage'
  | 'imported_logged'
>;

/** Inserts a user and answers the row. A taken username or e-mail fails on its unique index. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export interface UserFilter {
  keyword?: string;
  group?: string;
  /** 0 means any; with a status, deleted users are left out. */
  role?: number;
  status?: number;
  /** True for deleted users only. */
  deleted?: boolean;
  /** A column, with a minus for descending; empty for newest first. */
  sort?: UserOrder;
}

type UserSort = (typeof USER_SORTS)[number];
export type UserOrder = UserSort | `-${UserSort}` | '';

/** What each order looks at; names in any letter case. */
const ORDERED_BY: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  id: sql.ref('id'),
  username: sql.ref('username_lower'),
  quota: sql.ref('quota'),
  used_quota: sql.ref('used_quota'),
  request_count: sql.ref('request_count'),
  last_seen: sql.ref('last_seen_at'),
};

/** People, newest first or as the filter sorts them, deleted ones included; teams are no part of it. The keyword matches id (exactly), username, display name and e-mail. */
export function listUsers(db: Db, filter: UserFilter, page: PageRequest): Promise<Page<UserRow>> {
  let query = db.selectFrom('users').where('kind', '=', 'person');
  const { keyword, group, role, status } = filter;
  if (keyword) {
    query = query.where((where) =>
      where.or([
        containsText<'users'>('username', keyword),
        containsText<'users'>('display_name', keyword),
        containsText<'users'>('email', keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [where('id', '=', Number(keyword))] : []),
      ]),
    );
  }
  if (group) query = query.where(hasWord<'users'>('group', group));
  if (role) query = query.where('role', '=', role);
  if (filter.deleted) query = query.where('deleted_at', 'is not', null);
  if (status) query = query.where('status', '=', status).where('deleted_at', 'is', null);
  const { sort = '' } = filter;
  const name = sort.replace('-', '') as UserSort | '';
  const ordered =
    name === '' ? query : query.orderBy(ORDERED_BY[name], sort.startsWith('-') ? 'desc' : 'asc');
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    ordered.selectAll().orderBy('id', 'desc'),
    page,
  );
}

/** Notes that a user was in the console. */
export async function touchUser(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export type UserChanges = Partial<
  Pick<
    Updateable<UsersTable>,
    | 'username'
    | 'username_lower'
    | 'display_name'
    | 'password_hash'
    | 'factory_password'
    | 'group'
    | 'role'
    | 'status'
    | 'access_token_hash'
    | 'email'
    | 'email_lower'
    | 'deleted_at'
  >
>;

/** Changes columns of one user; answers the row as it is then. */
export async function updateUser(
  db: Db,
  id: number,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  if (Object.keys(changes).length === 0) return findUserById(db, id);
  await keepFormerName(db, id, changes);
  await endTokens(db, id, changes);
  return db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Takes a deletion back where it happened after `limit`; answers the row as it is then. */
export function undeleteUser(db: Db, id: number, limit: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', limit)
    .returningAll()
    .executeTakeFirst();
}

/** Replaces the note on a user, where it still is what it was before; tells whether it was. */
export async function setRemark(
  db: Db,
  id: number,
  { remark, before }: { remark: string; before: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ remark })
    .where('id', '=', id)
    .where('remark', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A user whom nobody else changes until the transaction ends. */
export function holdUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set((column) => ({ status: column.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Changes a user that is not deleted and still has the role and status that the rules were checked
 * against; undefined when somebody else was faster.
 */
export async function updateUserAsSeen(
  db: Db,
  seen: Pick<UserRow, 'id' | 'role' | 'status'>,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  await keepFormerName(db, seen.id, changes);
  const user = await db
    .updateTable('users')
    // With nothing to change it still holds the row, as it was seen, for this transaction.
    .set({ status: seen.status, ...changes })
    .where('id', '=', seen.id)
    .where('role', '=', seen.role)
    .where('status', '=', seen.status)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (user) await endTokens(db, seen.id, changes);
  return user;
}

/**
 * Gives a user another access token, while role and status are still those that were seen, and the
 * token before `knownHash` where that is given; tells whether they were.
 */
export async function replaceAccessToken(
  db: Db,
  seen: Pick<UserRow, 'id' | 'role' | 'status'>,
  hash: string,
  knownHash?: string | null,
): Promise<boolean> {
  let query = db
    .updateTable('users')
    .set({ access_token_hash: hash })
    .where('id', '=', seen.id)
    .where('role', '=', seen.role)
    .where('status', '=', seen.status)
    .where('deleted_at', 'is', null);
  if (knownHash !== undefined) query = query.where('access_token_hash', '=', knownHash);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Whatever ends the system access token of a user ends the named ones too. */
async function endTokens(db: Db, id: number, changes: UserChanges): Promise<void> {
  if (changes.access_token_hash === null) await deleteScopedTokensOfUser(db, id);
}

/** Rows of the log keep the name that their user had: whoever looks for that name must find the user. */
async function keepFormerName(db: Db, id: number, { username }: UserChanges): Promise<void> {
  if (username === undefined) return;
  await db
    .insertInto('former_usernames')
    .columns(['username', 'user_id'])
    .expression(
      db
        .selectFrom('users')
        .select(['username', 'id'])
        .where('id', '=', id)
        .where('username', '<>', username),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ids of those who bear a name, or, where nobody does, of those who bore it. Letter case counts. */
export async function listBearers(db: Db, username: string): Promise<number[]> {
  const bearer = await findUserByUsername(db, username);
  if (bearer?.username === username) return [bearer.id];
  const rows = await db
    .selectFrom('former_usernames')
    .select('user_id')
    .where('username', '=', username)
    .execute();
  return rows.map(({ user_id: id }) => id);
}

/** Puts a hash of the same password in the place of one, unless the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  { id, password_hash: before }: Pick<UserRow, 'id' | 'password_hash'>,
  hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
