import { computeCharge } from './charge.ts';
import { type ChargedRow, readChargeFactors, type ChargeFactors } from './charge-record.ts';
import { imageFactors } from './image-factor.ts';
import type { Price } from './price.ts';
import type { PriceBook } from './price-book.ts';
import { surchargesOf } from './surcharges.ts';
import { normaliseUsage } from './usage.ts';

/** A charged call from the log. */
export interface RechargedRow extends ChargedRow {
  model_name: string;
  group: string;
  /** The caller's own group, if known. */
  own_group?: string;
  quota: number;
}

/**
 * Recomputes the cost of a logged call with another price book: the same tokens, images, tools and service
 * tiers at its prices. Returns 'unpriced' if the call would be refused, and undefined if the row does not
 * record what was charged.
 */
export function repriceCall(book: PriceBook, row: RechargedRow): number | 'unpriced' | undefined {
  const factors = readChargeFactors(row);
  if (!factors) return undefined;
  const price = book.find(row.model_name, row.group, row.own_group);
  if (price === undefined || price === 'group-without-ratio') return 'unpriced';
  // Nothing was delivered, whatever it would have cost.
  if (row.quota === 0) return 0;
  try {
    return computeCharge(
      price,
      normaliseUsage(factors),
      callFactorOf(price, row, factors),
      surchargesAt(price, factors),
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function surchargesAt(price: Price, { surcharges }: ChargeFactors) {
  if (!surcharges) return undefined;
  const uses = Object.entries(surcharges.tools).map(([tool, charged]) => [tool, charged.uses]);
  return surchargesOf(price, {
    tools: Object.fromEntries(uses) as Record<string, number>,
    tiers: Object.keys(surcharges.tiers),
  });
}

/** Image sizes and qualities have the book's factors, other multiples stay as charged. */
function callFactorOf(price: Price, { other }: ChargedRow, { callFactor = 1 }: ChargeFactors) {
  if (price.kind === 'ratio') return 1;
  const facts = JSON.parse(other) as Record<string, unknown>;
  const { images, image_size: size = '', image_quality: quality = '' } = facts;
  if (typeof images !== 'number') return callFactor;
  return imageFactors(price.imageFactors, {
    size: String(size),
    quality: String(quality),
    count: images,
  }).callFactor;
}
