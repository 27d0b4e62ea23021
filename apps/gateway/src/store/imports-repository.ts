import { REDEMPTION_UNUSED, TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ImportMapTable, ImportSourcesTable } from './imports-tables.ts';
import type { Database, UsersTable, Db } from './schema.ts';
import { hasWord, startsWithText } from './search.ts';
import type { Store, StoreTransaction } from './store.ts';

export type ImportSourceRow = Selectable<ImportSourcesTable>;
/** The rows of `import_map` that say where one source's rows of an entity went. */
export type ImportMapScope = Pick<Selectable<ImportMapTable>, 'source' | 'entity'>;

export function findImportSource(db: Db, name: string): Promise<ImportSourceRow | undefined> {
  return db.selectFrom('import_sources').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Records that a source is being imported; keeps what is already known about it. */
export async function startImportSource(
  db: Db,
  source: Omit<Insertable<ImportSourcesTable>, 'log_position' | 'finished_at'>,
): Promise<void> {
  await db
    .insertInto('import_sources')
    .values(source)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function finishImportSource(db: Db, name: string, at: number): Promise<void> {
  await db
    .updateTable('import_sources')
    .set({ finished_at: at })
    .where('name', '=', name)
    .execute();
}

export async function setLogPosition(trx: Db, name: string, position: number): Promise<void> {
  await trx
    .updateTable('import_sources')
    .set({ log_position: position })
    .where('name', '=', name)
    .execute();
}

/** Returns where rows of a source were imported to, for those that were. */
export async function findMapped(
  db: Db,
  scope: ImportMapScope,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_map')
    .select(['source_id', 'target_id'])
    .where('source', '=', scope.source)
    .where('entity', '=', scope.entity)
    .where('source_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ source_id: from, target_id: to }) => [from, to]));
}

export async function addMapped(
  trx: Db,
  scope: ImportMapScope,
  pairs: readonly (readonly [sourceId: number, targetId: number])[],
): Promise<void> {
  if (pairs.length === 0) return;
  await trx
    .insertInto('import_map')
    .values(pairs.map(([source_id, target_id]) => ({ ...scope, source_id, target_id })))
    .execute();
}

type NumberedTable = 'users' | 'tokens' | 'channels' | 'redemptions' | 'orders';

type UniqueColumn =
  | `${NumberedTable}.id`
  | 'users.username_lower'
  | 'users.email_lower'
  | 'users.aff_code'
  | 'users.access_token_hash'
  | 'tokens.key_hash'
  | 'redemptions.key_hash'
  | 'orders.trade_no';

/** Finds which of these values a unique column already has, with the id of each row. */
export async function findTaken(
  db: Db,
  column: UniqueColumn,
  values: readonly (string | number)[],
): Promise<Map<string | number, number>> {
  if (values.length === 0) return new Map();
  const [table = '', name = ''] = column.split('.');
  const { rows } = await sql<{ value: string | number; id: number }>`
    SELECT ${sql.ref(name)} AS value, id FROM ${sql.table(table)}
    WHERE ${sql.ref(name)} IN (${sql.join([...values])})`.execute(db);
  return new Map(rows.map(({ value, id }) => [value, Number(id)]));
}

/**
 * Counts a database's rows that would conflict with an import: a new installation has none but its super
 * admin.
 */
export async function countTarget(
  db: Db,
): Promise<Record<'users' | 'tokens' | 'channels' | 'redemptions' | 'orders', number>> {
  const count = async (table: 'users' | 'tokens' | 'channels' | 'redemptions' | 'orders') => {
    const row = await db
      .selectFrom(table)
      .select(sql<number | string>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };
  return {
    users: await count('users'),
    tokens: await count('tokens'),
    channels: await count('channels'),
    redemptions: await count('redemptions'),
    orders: await count('orders'),
  };
}

/**
 * Inserts rows with the ids they had at the source; those whose id is taken here get the next. Returns their
 * ids in order. Part of the caller's transaction.
 */
export async function insertKeepingIds<Table extends NumberedTable>(
  { kind }: Pick<Store, 'kind'>,
  trx: StoreTransaction,
  table: Table,
  rows: readonly (Insertable<Database[Table]> & { id: number })[],
): Promise<number[]> {
  const takenIds = await findTaken(
    trx,
    `${table}.id`,
    rows.map(({ id }) => id),
  );
  const isFree = ({ id }: { id: number }) => !takenIds.has(id);
  for (const row of rows.filter(isFree)) await insertOne(trx, table, row);
  // SQLite continues numbering from there by itself.
  if (kind === 'postgres') await advanceIds(trx, table);
  const ids: number[] = [];
  for (const row of rows)
    if (isFree(row)) ids.push(row.id);
    else {
      const { id: _taken, ...numberless } = row;
      ids.push(await insertOne(trx, table, numberless));
    }
  return ids;
}

async function insertOne(trx: Db, table: NumberedTable, row: object): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    VALUES (${sql.join(Object.values(row))}) RETURNING id`.execute(trx);
  return Number(rows[0]?.id);
}

async function advanceIds(trx: Db, table: NumberedTable): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'),
    greatest((SELECT coalesce(max(id), 1) FROM ${sql.table(table)}), nextval(pg_get_serial_sequence(${table}, 'id')) - 1, 1))`.execute(
    trx,
  );
}

/**
 * Sums the opening balances of a source's users, and counts the opening rows; what the super admin of a new
 * installation had before is not included.
 */
export async function sumOpenings(
  db: Db,
  source: string,
): Promise<{ rows: number; quota: number }> {
  const renewed = await db
    .selectFrom('ledger')
    .select(sql<number | string>`coalesce(sum(amount), 0)`.as('quota'))
    .where('kind', '=', 'opening')
    .where(startsWithText<'ledger'>('idempotency_key', `import-renewed:${source}:`))
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('ledger')
    .select([
      sql<number | string>`count(*)`.as('n'),
      sql<number | string>`coalesce(sum(balance_after), 0)`.as('quota'),
    ])
    .where('kind', '=', 'opening')
    .where(startsWithText<'ledger'>('idempotency_key', `import:${source}:`))
    .executeTakeFirstOrThrow();
  return { rows: Number(row.n), quota: Number(row.quota) + Number(renewed.quota) };
}

/** Finds ids of keys by owner and name, for sources whose log has names of keys but no ids. */
export async function findKeysByName(
  db: Db,
  userIds: readonly number[],
  names: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0 || names.length === 0) return new Map();
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'user_id', 'name'])
    .where('user_id', 'in', [...userIds])
    .where('name', 'in', [...names])
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, user_id: user, name }) => [`${user}\n${name}`, id]));
}

/** Records who invited a user, if nobody is recorded yet. */
export async function setInviter(trx: Db, userId: number, inviterId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ inviter_id: inviterId })
    .where('id', '=', userId)
    .where('inviter_id', '=', 0)
    .execute();
}

/** Sets what inviting is recorded under, and the administrators' remark, of an account that is merged. */
export async function setMergedDetails(
  trx: Db,
  userId: number,
  details: Pick<Updateable<UsersTable>, 'aff_code' | 'aff_count' | 'aff_history_quota' | 'remark'>,
): Promise<void> {
  await trx.updateTable('users').set(details).where('id', '=', userId).execute();
}

/** Lists all imported rows of a source, by their ids there. */
export async function listMapped(db: Db, scope: ImportMapScope): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('import_map')
    .select(['source_id', 'target_id'])
    .where('source', '=', scope.source)
    .where('entity', '=', scope.entity)
    .execute();
  return new Map(rows.map(({ source_id: from, target_id: to }) => [from, to]));
}

/** What renewing an import needs to know of a user. */
export type ImportedAccount = Pick<
  Selectable<UsersTable>,
  'id' | 'status' | 'deleted_at' | 'password_hash' | 'rehashed_from'
>;

/** Returns what renewing an import needs to know of users, by their ids. */
export async function findImportedUsers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ImportedAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'status', 'deleted_at', 'password_hash', 'rehashed_from'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}

/** Returns what renewing an import needs to know of keys, by their ids. */
export async function findImportedKeys(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'status', 'expired_time', 'deleted_at', 'remain_quota', 'used_quota'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}

/** Updates a key to its current state at the source. */
export async function renewKeyState(
  trx: Db,
  id: number,
  state: { status: number; expired_time: number; deleted_at: number | null },
): Promise<void> {
  await trx.updateTable('tokens').set(state).where('id', '=', id).execute();
}

/** Returns the owner of a key, if it is enabled. */
export async function findOwnerOfActiveKey(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select('user_id')
    .where('id', '=', id)
    .where('status', '=', TOKEN_ENABLED)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Disables a key. */
export async function disableKey(db: Db, id: number): Promise<void> {
  await db.updateTable('tokens').set({ status: TOKEN_DISABLED }).where('id', '=', id).execute();
}

/** Updates a code that nobody has redeemed here to its current state at the source. */
export async function renewCodeState(
  trx: Db,
  id: number,
  state: { status: number; redeemed_time?: number; used_user_id?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('redemptions')
    .set(state)
    .where('id', '=', id)
    .where('status', '=', REDEMPTION_UNUSED)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a user to one more group, after the existing ones; idempotent. */
export async function addUserGroup(db: Db, userId: number, group: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ group: sql`"group" || ${`,${group}`}` })
    .where('id', '=', userId)
    .where((where) => where.not(hasWord<'users'>('group', group)))
    .execute();
}
