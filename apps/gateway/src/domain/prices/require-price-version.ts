import { AppError } from '../../platform/app-error.ts';
import { findLastPriceVersion, findPriceVersion } from '../../store/price-versions-repository.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { OptionValues } from '../options/option-values.ts';
import { priceBookVersion } from '../options/price-book.ts';

/**
 * Refuses a change based on a price book that is no longer the stored one, so that nobody overwrites what
 * somebody else saved in the meantime. Throws AppError price_conflict, which names who did.
 */
export async function requirePriceVersion(
  trx: StoreTransaction,
  requestedVersion: string,
  stored: OptionValues,
): Promise<void> {
  if (priceBookVersion((key) => stored.get(key) ?? '') === requestedVersion) return;
  const last = await findPriceVersion(trx, await findLastPriceVersion(trx));
  throw new AppError('price_conflict', { name: last?.actor_name || '–' });
}
