import { type RegistrationCodeState, USER_ENABLED } from '@tollgate/contract';
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { RegistrationCodeTables } from './registration-codes-tables.ts';
import type { Database, Db } from './schema.ts';
import { containsText } from './search.ts';

type Codes = RegistrationCodeTables['registration_codes'];
export type RegistrationCodeRow = Selectable<Codes>;

export async function insertRegistrationCodes(
  db: Db,
  rows: readonly Insertable<Codes>[],
): Promise<void> {
  await db.insertInto('registration_codes').values(rows).execute();
}

/**
 * Whether a code is switched off, by an administrator or because it is a user's own (it has no name) and that
 * user is disabled or deleted: those who were locked out must not come back by codes that they kept.
 */
const isDisabled = sql<boolean>`(registration_codes.disabled <> 0
  OR (registration_codes.name = '' AND EXISTS (
    SELECT 1 FROM users AS creator WHERE creator.id = registration_codes.creator_id
      AND (creator.status <> ${sql.lit(USER_ENABLED)} OR creator.deleted_at IS NOT NULL))))`;

/** The condition of a code that can be used now. */
const isUsable =
  (codeHash: string, now: number) => (where: ExpressionBuilder<Database, 'registration_codes'>) =>
    where.and([
      where('code_hash', '=', codeHash),
      sql<boolean>`NOT ${isDisabled}`,
      where('uses', '<', where.ref('uses_max')),
      where.or([where('expires_at', '=', 0), where('expires_at', '>', now)]),
    ]);

/** Returns whether a code can be used to register now. */
export async function isRegistrationCodeUsable(
  db: Db,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('registration_codes')
    .select('id')
    .where(isUsable(codeHash, now))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses a code once and returns its id; undefined if it can't be used. Of concurrent attempts, as many succeed
 * as it has uses left.
 */
export async function claimRegistrationCode(
  db: Db,
  codeHash: string,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('registration_codes')
    .set({ uses: sql`uses + 1` })
    // Not by a subquery: after waiting for the row, PostgreSQL checks only its own conditions again.
    .where(isUsable(codeHash, now))
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertRegistrationCodeUse(
  db: Db,
  use: RegistrationCodeTables['registration_code_uses'],
): Promise<void> {
  await db.insertInto('registration_code_uses').values(use).execute();
}

export interface RegistrationCodeFilter {
  keyword?: string;
  creatorId?: number;
  state?: RegistrationCodeState | '';
  /** Current time in seconds, for the state. */
  now: number;
}

/** The state of a code as shown in lists. */
function stateAt(now: number) {
  return sql<string>`CASE WHEN ${isDisabled} THEN 'disabled'
    WHEN uses >= uses_max THEN 'used'
    WHEN expires_at <> 0 AND expires_at <= ${sql.lit(now)} THEN 'expired'
    ELSE 'usable' END`;
}

/** Lists codes, newest first, by part of the name or their tail, and by creator. */
export function listRegistrationCodes(
  db: Db,
  { keyword = '', creatorId, state = '', now }: RegistrationCodeFilter,
  page: PageRequest,
): Promise<Page<RegistrationCodeRow>> {
  let query = db.selectFrom('registration_codes');
  if (keyword !== '')
    query = query.where((where) =>
      where.or([
        containsText<'registration_codes'>('name', keyword),
        where('tail', '=', keyword.slice(-TAIL_LENGTH)),
      ]),
    );
  if (creatorId !== undefined) query = query.where('creator_id', '=', creatorId);
  if (state !== '') query = query.where(stateAt(now), '=', state);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query
      .selectAll()
      .select(sql<number>`CASE WHEN ${isDisabled} THEN 1 ELSE 0 END`.as('disabled'))
      .orderBy('id', 'desc'),
    page,
  );
}

export const TAIL_LENGTH = 4;

export async function countRegistrationCodesOf(db: Db, creatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('registration_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findRegistrationCode(db: Db, id: number): Promise<RegistrationCodeRow | undefined> {
  return db.selectFrom('registration_codes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Disables or enables a code. */
export async function setRegistrationCodeDisabled(
  db: Db,
  id: number,
  disabled: boolean,
): Promise<void> {
  await db
    .updateTable('registration_codes')
    .set({ disabled: Number(disabled) })
    .where('id', '=', id)
    .execute();
}

/** Lists who registered with a code, the latest first, up to a limit. */
export function listRegistrationCodeUsers(
  db: Db,
  codeId: number,
  limit: number,
): Promise<{ user_id: number; username: string; used_at: number }[]> {
  return db
    .selectFrom('registration_code_uses')
    .innerJoin('users', 'users.id', 'registration_code_uses.user_id')
    .select(['registration_code_uses.user_id', 'users.username', 'registration_code_uses.used_at'])
    .where('registration_code_uses.code_id', '=', codeId)
    .orderBy('registration_code_uses.used_at', 'desc')
    .orderBy('registration_code_uses.user_id', 'desc')
    .limit(limit)
    .execute();
}
