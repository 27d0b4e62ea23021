import { USER_ENABLED, type USER_SORTS } from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { digestOfHash } from '../platform/passwords.ts';
import type { Page, PageRequest } from './paging.ts';
import { readPage } from './paging.ts';
import { containsText, hasWord } from './search.ts';
import { deleteScopedTokensOfUser } from './scoped-tokens-repository.ts';
import { readdressInvitations } from './team-invitations-repository.ts';
import type { UsersTable, Db } from './schema.ts';

export type UserRow = Selectable<UsersTable>;

/** Finds a user by id, including deleted ones. */
export function findUserById(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads id and name of an existing user, including deleted ones. */
export function readUserName(db: Db, id: number): Promise<Pick<UserRow, 'id' | 'username'>> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Reads a user's balance and usage, in quota units. */
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

/**
 * Folds usernames that look the same to the same text: letter case, full-width forms and composition are
 * ignored.
 */
export function foldUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** Finds the oldest user of a role. */
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
 * Finds a user by what is entered at login: the username, or the bound email address, ignoring case;
 * including deleted ones. What looks like an address but is nobody's may be the name of an imported account.
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

/** Finds the user that an address is bound to, including deleted users. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst();
}

/**
 * Finds the user with this invitation code, if the account is active. The code that everybody has takes
 * precedence over one that an agent chose, which is the same in any case.
 */
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
    .orderBy((where) => where.case().when('aff_code', '=', code).then(0).else(1).end())
    .executeTakeFirst();
}

/** Finds whose invitation code, as everybody has one, this is, whether the account is active or not. */
export function findUserByAffiliateCode(
  db: Db,
  code: string,
): Promise<Pick<UserRow, 'id'> | undefined> {
  return db.selectFrom('users').select('id').where('aff_code', '=', code).executeTakeFirst();
}

/** Removes an address from deleted users, so that its owner can register again. */
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

/** The columns of a new user; the quota columns start at 0. */
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

/** Inserts a user and returns the row. A taken username or email fails on its unique index. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export interface UserFilter {
  keyword?: string;
  group?: string;
  /** 0 matches any; with a status, deleted users are left out. */
  role?: number;
  status?: number;
  /** True for deleted users only. */
  deleted?: boolean;
  /** A column, with a minus for descending; empty for newest first. */
  sort?: UserOrder;
}

type UserSort = (typeof USER_SORTS)[number];
export type UserOrder = UserSort | `-${UserSort}` | '';

/** What each sort order compares; names ignoring case. */
const ORDERED_BY: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  id: sql.ref('id'),
  username: sql.ref('username_lower'),
  quota: sql.ref('quota'),
  used_quota: sql.ref('used_quota'),
  request_count: sql.ref('request_count'),
  last_seen: sql.ref('last_seen_at'),
};

/**
 * Lists people, newest first or in the filter's sort order, including deleted ones but not teams. The keyword
 * matches id (exactly), username, display name and email.
 */
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

/** Records that a user was in the console. */
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
    | 'rehashed_from'
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

/** Changes columns of one user; returns the updated row. */
export async function updateUser(
  db: Db,
  id: number,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  if (Object.keys(changes).length === 0) return findUserById(db, id);
  await noteRename(db, id, changes);
  const user = await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (user) await endTokens(db, id, changes);
  return user;
}

/** Replaces the note on a user if it is unchanged since it was read; returns whether it was. */
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

/** Locks and returns a user until the transaction ends. */
export function lockUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set((column) => ({ status: column.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Changes a user that is not deleted and still has the role and status that the rules were checked against;
 * returns undefined if it was changed concurrently.
 */
export async function updateUserAsSeen(
  db: Db,
  seen: Pick<UserRow, 'id' | 'role' | 'status'>,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  await noteRename(db, seen.id, changes);
  const user = await db
    .updateTable('users')
    // Even without changes this locks the row, as it was seen, for this transaction.
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
 * Replaces a user's access token if role and status are still as seen, and so is the previous token's
 * `knownHash` if given; returns whether they were.
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

/**
 * Revoking a user's system access token revokes the named ones too. Called after the user's row is locked, so
 * that a token that was being created meanwhile is committed and seen.
 */
async function endTokens(db: Db, id: number, changes: UserChanges): Promise<void> {
  if (changes.access_token_hash === null) await deleteScopedTokensOfUser(db, id);
}

/**
 * Log rows keep the name that their user had: searching for that name must find the user. Invitations by that
 * name stay theirs, whoever takes it next.
 */
async function noteRename(
  db: Db,
  id: number,
  { username, username_lower: folded }: UserChanges,
): Promise<void> {
  if (username === undefined) return;
  // The row is locked before its name is read: a concurrent rename's name would be lost.
  const before = await lockUser(db, id);
  if (!before) return;
  if (folded !== undefined) await readdressInvitations(db, id, folded);
  if (before.username === username) return;
  await db
    .insertInto('former_usernames')
    .values({ username: before.username, user_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Replaces a password's hash by another one of the same password, unless the password was changed meanwhile.
 */
export async function replacePasswordHash(
  db: Db,
  { id, before, hash }: { id: number; before: string; hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: hash, rehashed_from: digestOfHash(before) })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
