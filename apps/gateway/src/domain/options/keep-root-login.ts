import { hasActiveUserBoundTo } from '../../store/users-repository.ts';
import { ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { ID_COLUMNS, type LoginProviderId, SITE_SWITCHES } from '../logins/provider-profile.ts';
import type { OptionValues } from './option-values.ts';

/**
 * With login by password off, some super admin has to get in by another method: one that is on and
 * bound to the account. Throws AppError option_locks_out where `changed` would end the last one.
 */
export async function keepRootLogin(
  trx: StoreTransaction,
  changed: readonly { key: string }[],
  next: OptionValues,
): Promise<void> {
  const sites = Object.keys(SITE_SWITCHES) as LoginProviderId[];
  const doors = ['PasswordLoginEnabled', ...sites.map((site) => SITE_SWITCHES[site])];
  const touched = changed.find(({ key }) => doors.includes(key));
  if (!touched || next.get('PasswordLoginEnabled') === 'true') return;
  const open = sites.filter((site) => next.get(SITE_SWITCHES[site]) === 'true');
  const columns = open.map((site) => ID_COLUMNS[site]);
  const bound = await hasActiveUserBoundTo(trx, ROLE_ROOT, columns);
  if (!bound) throw new AppError('option_locks_out', {}, { field: touched.key });
}
