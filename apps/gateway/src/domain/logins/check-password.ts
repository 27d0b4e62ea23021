import { USER_ENABLED } from '@tollgate/contract';
import type { Domain } from '../domain.ts';
import { findForLogin, type UserRow } from '../accounts/users.ts';
import { SignInRefused } from '../sign-ins/sign-in-refused.ts';
import { AppError } from '../../platform/app-error.ts';
import { DECOY_HASH, hashPassword, isOldForm, verifyPassword } from '../../platform/passwords.ts';
import { delayRejection } from '../../platform/delay-rejection.ts';
import { replacePasswordHash } from '../../store/users-repository.ts';

/** Longer than verifying an imported hash (bcrypt with cost 10); argon2id takes half as long. */
const REFUSED_AFTER_MS = 200;

/**
 * Returns the user with this name (or email) and password. An unknown user and a wrong password get the same
 * message after the same time, whatever the format of the account's hash; that an account is disabled is
 * revealed only with the right password.
 */
export function checkPassword(
  domain: Pick<Domain, 'store' | 'options'>,
  login: string,
  password: string,
): Promise<UserRow> {
  return delayRejection(REFUSED_AFTER_MS, () => check(domain, login, password));
}

async function check(
  domain: Pick<Domain, 'store' | 'options'>,
  login: string,
  password: string,
): Promise<UserRow> {
  if (!domain.options.boolean('PasswordLoginEnabled')) throw new AppError('login_disabled');
  const user = await findForLogin(domain, login);
  const isCorrect = await verifyPassword(password, user?.password_hash ?? DECOY_HASH);
  if (!user) throw new AppError('login_failed');
  if (!user.password_hash || !isCorrect) throw new SignInRefused(user.id, 'login_failed');
  if (user.status !== USER_ENABLED || user.deleted_at !== null)
    throw new SignInRefused(user.id, 'user_disabled');
  if (!isOldForm(user.password_hash)) return user;
  const { id, password_hash: before } = user;
  const hash = await hashPassword(password);
  // A concurrent login may have replaced the hash first.
  return (await replacePasswordHash(domain.store.db, { id, before, hash }))
    ? { ...user, password_hash: hash }
    : check(domain, login, password);
}
