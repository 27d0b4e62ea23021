import { loginProviderTable, ROLE_ROOT } from '@tollgate/contract';
import { hasActiveUserBoundTo } from '../../store/user-identities-repository.ts';
import { hasActiveUserWithPasskey } from '../../store/passkeys-repository.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { OptionValues } from './option-values.ts';

/**
 * With login by password off, some super admin has to get in by another method: a passkey, or one that
 * is on and bound to the account. Throws AppError option_locks_out where `changed` would end the last one.
 */
export async function keepRootLogin(
  trx: StoreTransaction,
  changed: readonly { key: string }[],
  next: OptionValues,
): Promise<void> {
  const switches = [
    'PasswordLoginEnabled',
    ...loginProviderTable.map(({ enabled }) => enabled.key),
  ];
  const touched = changed.find(({ key }) => switches.includes(key));
  if (!touched || next.get('PasswordLoginEnabled') === 'true') return;
  const on = loginProviderTable.filter(({ enabled }) => next.get(enabled.key) === 'true');
  const bound = await hasActiveUserBoundTo(
    trx,
    ROLE_ROOT,
    on.map(({ id }) => id),
  );
  if (!bound && !(await hasActiveUserWithPasskey(trx, ROLE_ROOT)))
    throw new AppError('option_locks_out', {}, { field: touched.key });
}
