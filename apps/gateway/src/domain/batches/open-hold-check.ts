import { AppError } from '../../platform/app-error.ts';
import { readSpendable } from '../../store/read-spendable.ts';
import type { ApiKeyHolder } from '../accounts/api-key-directory.ts';
import type { Domain } from '../domain.ts';
import { formatDisplayQuota } from '../options/quota-display.ts';

/**
 * Reads what is spendable when a batch begins. The returned function compares it with the worst-case cost of
 * the lines (quota) and throws an AppError if the balance or the key's limit is too small.
 */
export async function openHoldCheck(
  { store, options }: Pick<Domain, 'store' | 'options'>,
  { userId, apiKeyId, unlimited }: Pick<ApiKeyHolder, 'userId' | 'apiKeyId' | 'unlimited'>,
): Promise<(hold: number) => void> {
  const { user, key } = await readSpendable(store.db, userId, unlimited ? undefined : apiKeyId);
  return (hold) => {
    const needed = () => formatDisplayQuota(options, hold);
    if (hold > user) throw new AppError('relay_insufficient_quota', { needed: needed() });
    if (key !== undefined && hold > key)
      throw new AppError('relay_insufficient_key_quota', { needed: needed() });
  };
}
