import { loginProviderTable, ROLE_ROOT } from '@tollgate/contract';
import { listPasskeysOfRole } from '../../store/passkeys-repository.ts';
import { listIdentitiesOfRole } from '../../store/user-identities-repository.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { hasWayIn } from '../logins/has-way-in.ts';
import type { OptionValues } from './option-values.ts';

/** What decides who gets in without a password: switches, where passkeys belong, and whose identities are trusted. */
const DECIDING = [
  'PasswordLoginEnabled',
  ...loginProviderTable.map(({ enabled }) => enabled.key as string),
  'ServerAddress',
  'OidcIssuer',
];

/**
 * With login by password off, some super admin has to get in by another method: a passkey of this site's
 * address, or a method that is on and bound to the account. Throws AppError option_locks_out where
 * `changed` would end the last one.
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
  if (!hasWayIn((key) => next.get(key) ?? '', { passkeys, identities }))
    throw new AppError('option_locks_out', {}, { field: touched.key });
}
