import { AppError } from '../../platform/app-error.ts';
import type { Booked } from '../../store/ledger-repository.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import type { BalanceChange } from './backend.ts';
import { changeBalance } from './store/change-balance.ts';

/**
 * Credits a balance inside the caller's transaction, so that the balance and its reason (a redemption code,
 * an order) change together or not at all. Idempotent by key: a repetition books nothing and is reported as
 * such. Throws AppError user_not_found, or quota_invalid if the amount is invalid or the balance would
 * overflow.
 */
export async function creditUser(
  trx: Transaction,
  change: BalanceChange,
): Promise<{ quota: number; repeated?: Booked }> {
  if (!Number.isSafeInteger(change.delta) || change.delta <= 0) throw new AppError('quota_invalid');
  const result = await changeBalance(trx, change);
  if (result === 'unknown-user') throw new AppError('user_not_found');
  if (result === 'insufficient-quota' || !Number.isSafeInteger(result.quota))
    throw new AppError('quota_invalid');
  return result;
}
