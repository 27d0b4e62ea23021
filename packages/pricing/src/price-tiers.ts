import { type Decimal, parseDecimal } from './decimal.ts';
import { PriceError } from './price-error.ts';
import { compileRatioPrice, type RatioParts, type RatioPrice } from './price.ts';

/** Ratios that replace a model's own for a call whose prompt has more tokens than `above`. */
export interface PriceTier {
  above: number;
  modelRatio?: number;
  completionRatio?: number;
  cacheRatio?: number;
  cacheWriteRatio?: number;
}

const RATIOS = ['modelRatio', 'completionRatio', 'cacheRatio', 'cacheWriteRatio'] as const;

/** A tier, validated and exact. */
export interface RatioTierParts {
  above: number;
  parts: Partial<Record<(typeof RATIOS)[number], Decimal>>;
}

/** Validates and compiles all tiers, longest prompts first. Throws PriceError naming the model. */
export function compileTiers(
  map: Record<string, readonly PriceTier[]>,
): ReadonlyMap<string, readonly RatioTierParts[]> {
  return new Map(
    Object.entries(map).map(([model, tiers]) => {
      if (!Array.isArray(tiers)) throw new PriceError('PriceTiers', model, 'not-a-map');
      const compiled = tiers.map((tier: PriceTier) => compileTier(model, tier));
      return [model, compiled.toSorted((left, right) => right.above - left.above)];
    }),
  );
}

function compileTier(model: string, tier: PriceTier): RatioTierParts {
  const { above } = tier;
  if (!Number.isSafeInteger(above) || above < 1)
    throw new PriceError('PriceTiers', model, 'not-a-number');
  const parts: RatioTierParts['parts'] = {};
  for (const name of RATIOS) {
    if (tier[name] === undefined) continue;
    const decimal = parseDecimal(tier[name]);
    if (typeof decimal === 'string') throw new PriceError('PriceTiers', model, decimal);
    parts[name] = decimal;
  }
  return { above, parts };
}

/** Adds the prices of its tiers to a price; a tier inherits what it does not set. */
export function withTiers(
  price: RatioPrice,
  parts: RatioParts,
  tiers: readonly RatioTierParts[],
): RatioPrice {
  const compiled = tiers.map(({ above, parts: changed }) => ({
    above,
    price: compileRatioPrice({ ...parts, ...changed, tierAbove: above }, price.version),
  }));
  return {
    ...price,
    tiers: compiled,
    free: price.free && compiled.every((tier) => tier.price.free),
  };
}
