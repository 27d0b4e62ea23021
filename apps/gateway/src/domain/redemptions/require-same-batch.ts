import type { RedemptionRow } from '../../store/redemptions-repository.ts';
import { requireSameRequest } from '../wallet/require-same-request.ts';

/**
 * Checks that the codes created with an idempotency key match the current request. Throws AppError
 * idempotency_key_reused. A code edited since then is compared as it is now.
 */
export function requireSameBatch(
  existing: readonly RedemptionRow[],
  requested: { name: string | undefined; quota: number; count: number },
): void {
  const [first] = existing;
  if (first)
    requireSameRequest({ name: first.name, quota: first.quota, count: existing.length }, requested);
}
