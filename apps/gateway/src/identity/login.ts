import { USER_ENABLED } from '@tollgate/contract';
import type { Domain } from '../domain/domain.ts';
import { startSession } from '../domain/accounts/sessions.ts';
import { findForLogin, type UserRow } from '../domain/accounts/users.ts';
import { AppError } from '../platform/app-error.ts';
import { DECOY_HASH, verifyPassword } from '../platform/passwords.ts';

export interface LoginInput {
  login: string;
  password: string;
  address: string;
  userAgent: string;
}

/**
 * Signs in with a password. One message for an unknown user and a wrong password, after the same
 * work; that an account is disabled is told only to who knows its password.
 */
export async function logIn(
  domain: Domain,
  { login, password, address, userAgent }: LoginInput,
): Promise<{ user: UserRow; credential: string }> {
  if (!domain.options.boolean('PasswordLoginEnabled')) throw new AppError('login_disabled');
  const user = await findForLogin(domain, login);
  const right = await verifyPassword(password, user?.password_hash ?? DECOY_HASH);
  if (!user?.password_hash || !right) throw new AppError('login_failed');
  if (user.status !== USER_ENABLED || user.deleted_at !== null) throw new AppError('user_disabled');
  return { user, credential: await startSession(domain, user, { address, userAgent }) };
}
