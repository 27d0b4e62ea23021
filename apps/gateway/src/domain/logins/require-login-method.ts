import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { listPasskeys } from '../../store/passkeys-repository.ts';
import { listIdentities } from '../../store/user-identities-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { hasLoginMethod } from './has-login-method.ts';

/**
 * Checks, at the end of a transaction that removes a login method, that the user has another one: a password,
 * a passkey for this site's host, or an identity at an enabled login provider. Locks the user's row, so
 * concurrent transactions are serialized. Throws AppError last_way_in.
 */
export async function requireLoginMethod(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  userId: number,
): Promise<void> {
  const user = await lockUser(trx, userId);
  if (user?.password_hash && options.get('PasswordLoginEnabled')) return;
  const passkeys = await listPasskeys(trx, userId);
  const identities = await listIdentities(trx, [userId]);
  if (!hasLoginMethod((key) => options.raw(key), { passkeys, identities }))
    throw new AppError('last_way_in');
}
