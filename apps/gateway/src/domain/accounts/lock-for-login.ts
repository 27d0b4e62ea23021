import { USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { lockUser, type UserRow } from '../../store/users-repository.ts';

/**
 * Locks a user who is logging in: whoever changes a password holds the row until sessions and pending logins are
 * gone. Throws AppError login_failed if the password has changed since the user was read, or the user was
 * disabled or deleted: what the login proved is no longer valid.
 */
export async function lockForLogin(
  trx: StoreTransaction,
  user: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<void> {
  const locked = await lockUser(trx, user.id);
  const canLogIn = locked?.status === USER_ENABLED && locked.deleted_at === null;
  if (!canLogIn || locked.password_hash !== user.password_hash) throw new AppError('login_failed');
}
