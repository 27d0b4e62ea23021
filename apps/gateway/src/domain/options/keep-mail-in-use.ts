import { isOptionSet, MAIL_REQUIREMENT, missingRequirements } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { listTargets } from '../../store/notification-targets-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { optionNames } from '../error-texts.ts';
import type { OptionValues } from './option-values.ts';

const keys: readonly string[] = MAIL_REQUIREMENT.keys.flat();

/**
 * Throws AppError option_mail_in_use if `changed` would remove what sending mail requires while the site's
 * notifications are sent by it.
 */
export async function keepMailInUse(
  trx: StoreTransaction,
  changed: readonly { key: string }[],
  next: OptionValues,
): Promise<void> {
  const isSet = (key: string) => isOptionSet(next.get(key) ?? '');
  const clearedOption = changed.find(({ key }) => keys.includes(key) && !isSet(key));
  const missing = missingRequirements(MAIL_REQUIREMENT, isSet);
  if (!clearedOption || missing.length === 0) return;
  const targets = await listTargets(trx, 0);
  if (!targets.some(({ channel, enabled }) => channel === 'email' && enabled === 1)) return;
  const params = { missing: optionNames(...missing) };
  throw new AppError('option_mail_in_use', params, { field: clearedOption.key, missing });
}
