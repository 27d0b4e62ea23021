import type { RedemptionRow } from '../../store/redemptions-repository.ts';
import { mustBeSameRequest } from '../wallet/must-be-same-request.ts';

/**
 * Whether codes that were made under an idempotency key are those that are asked for now. Throws AppError
 * idempotency_key_reused. A code that was edited since counts as what it is now.
 */
export function mustBeSameBatch(
  made: readonly RedemptionRow[],
  wished: { name: string | undefined; quota: number; count: number },
): void {
  const [first] = made;
  if (first)
    mustBeSameRequest({ name: first.name, quota: first.quota, count: made.length }, wished);
}
