import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import type { BalanceChange } from './backend.ts';
import { changeBalance } from './store/change-balance.ts';

/**
 * Adds to a balance inside the caller's transaction, so that what it is for (a code, an order) and
 * the balance change together or not at all. The same key books once, and is told as repeated from
 * then on. Throws AppError user_not_found, and quota_invalid for an amount that is none or a balance
 * beyond what can be counted.
 */
export async function creditUser(
  trx: Transaction,
  change: BalanceChange,
): Promise<{ quota: number; repeated?: true }> {
  if (!Number.isSafeInteger(change.delta) || change.delta <= 0) throw new AppError('quota_invalid');
  const result = await changeBalance(trx, change);
  if (result === 'unknown-user') throw new AppError('user_not_found');
  if (result === 'insufficient-quota' || !Number.isSafeInteger(result.quota))
    throw new AppError('quota_invalid');
  return result;
}
