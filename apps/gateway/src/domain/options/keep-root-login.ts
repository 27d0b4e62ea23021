import { loginProviderTable, ROLE_ROOT } from '@tollgate/contract';
import { listPasskeysOfRole } from '../../store/passkeys-repository.ts';
import { listIdentitiesOfRole } from '../../store/user-identities-repository.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { hasLoginMethod } from '../logins/has-login-method.ts';
import type { OptionValues } from './option-values.ts';

/**
 * The options that determine who can sign in without a password: switches, the host of passkeys, and the
 * trusted identities.
 */
const DECIDING = [
  'PasswordLoginEnabled',
  ...loginProviderTable.map(({ enabled }) => enabled.key as string),
  'ServerAddress',
  'OidcIssuer',
];

/**
 * Checks that with password login off some super admin can still sign in: with a passkey for this site's
 * host, or with an enabled login provider bound to the account. Throws AppError option_locks_out if `changed`
 * would remove the last such way.
 */
export async function keepRootLogin(
  trx: StoreTransaction,
  changed: readonly { key: string }[],
  next: OptionValues,
): Promise<void> {
  const touched = changed.find(({ key }) => DECIDING.includes(key));
  if (!touched || next.get('PasswordLoginEnabled') === 'true') return;
  const passkeys = await listPasskeysOfRole(trx, ROLE_ROOT);
  const identities = await listIdentitiesOfRole(trx, ROLE_ROOT);
  if (!hasLoginMethod((key) => next.get(key) ?? '', { passkeys, identities }))
    throw new AppError('option_locks_out', {}, { field: touched.key });
}
