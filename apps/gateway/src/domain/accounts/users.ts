import { randomAlphanumeric } from '../../platform/ids.ts';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  findUserById,
  findUserByLogin,
  findUserByUsername,
  foldUsername,
  insertUser,
  type NewUser,
  type UserRow,
} from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import type { Db } from '../../store/schema.ts';

export type { UserRow } from '../../store/users-repository.ts';

export function findForLogin(
  { store }: Pick<Domain, 'store'>,
  login: string,
): Promise<UserRow | undefined> {
  return findUserByLogin(store.db, login);
}

/** Reads a user with balances that include every finished call. Throws AppError user_not_found. */
export async function readUser(
  { store, wallet }: Pick<Domain, 'store' | 'wallet'>,
  id: number,
): Promise<UserRow> {
  await wallet.flush();
  const user = await findUserById(store.db, id);
  if (!user) throw new AppError('user_not_found');
  return user;
}

export type UserFields = Pick<NewUser, 'username' | 'display_name' | 'password_hash' | 'role'> &
  Partial<Pick<NewUser, 'email' | 'inviter_id'>> & { factoryPassword?: boolean };

/** Inserts a user with all other fields at their defaults. Throws AppError username_taken. */
export function addUser(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  fields: UserFields,
): Promise<UserRow> {
  return translateTakenName(insertNewUser(store.db, nowSeconds(clock), fields));
}

/** Does the same inside a transaction; a taken name or address fails on its unique index. */
export function insertNewUser(
  db: Db,
  now: number,
  { factoryPassword, ...fields }: UserFields,
): Promise<UserRow> {
  return insertUser(db, {
    email: null,
    ...fields,
    username_lower: foldUsername(fields.username),
    email_lower: fields.email?.toLowerCase() ?? null,
    status: 1,
    group: 'default',
    aff_code: randomAlphanumeric(8),
    factory_password: factoryPassword ? 1 : 0,
    created_at: now,
    access_token_hash: null,
    deleted_at: null,
  });
}

/** Returns the columns of a new username. Throws AppError username_taken if another user has it. */
export async function usernameChanges(
  { store }: Pick<Domain, 'store'>,
  id: number,
  username: string,
): Promise<{ username: string; username_lower: string }> {
  const bearer = await findUserByUsername(store.db, username);
  if (bearer && bearer.id !== id) throw new AppError('username_taken');
  return { username, username_lower: foldUsername(username) };
}

/** Awaits a change of a user; a name taken in the meantime is thrown as AppError username_taken. */
export async function translateTakenName<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('username_taken', {}, { cause: error }) : error;
  }
}

/** Returns whether a database error reports a unique constraint violation. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE';
}
