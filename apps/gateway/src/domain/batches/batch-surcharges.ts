import { type Price, REQUEST_FEE, type Surcharges, surchargesOf } from '@tollgate/pricing';
import { BATCH_TIER } from './batch-tier.ts';

/**
 * Returns what lines of a batch cost besides their tokens, and the discount on those. For more than one line,
 * the price is one read from a snapshot, whose fee of a call is due for each.
 */
export function batchSurcharges(price: Price, lines: number): Surcharges | undefined {
  return surchargesOf(price, { tiers: [BATCH_TIER], tools: { [REQUEST_FEE]: lines } });
}
