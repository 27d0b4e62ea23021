import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { listPasskeys } from '../../store/passkeys-repository.ts';
import { listIdentities } from '../../store/user-identities-repository.ts';
import { holdUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { hasWayIn } from './has-way-in.ts';

/**
 * Checks, at the end of a transaction that removes a login method, that the user has another one: a password,
 * a passkey for this site's host, or an identity at an enabled login provider. Locks the user's row, so
 * concurrent transactions are serialized. Throws AppError last_way_in.
 */
export async function keepWayIn(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  userId: number,
): Promise<void> {
  const user = await holdUser(trx, userId);
  if (user?.password_hash && options.get('PasswordLoginEnabled')) return;
  const passkeys = await listPasskeys(trx, userId);
  const identities = await listIdentities(trx, [userId]);
  if (!hasWayIn((key) => options.raw(key), { passkeys, identities }))
    throw new AppError('last_way_in');
}
