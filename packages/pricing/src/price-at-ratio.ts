import { type Decimal, divideHalfUp, isSame, multiply, roundTo } from './decimal.ts';

/** Decimal places of a price in USD per million tokens that ratios preserve exactly. */
const PRICE_PLACES = 6;
/** Base price in USD per million tokens below which two prices of 6 places never share a ratio. */
const BASE_MAX = 1000n;
const RATIO_PLACES = 9;

/** Returns a price as a ratio of another: at most 9 places, halves up. The base must be above 0. */
export function ratioTo(base: Decimal, price: Decimal): Decimal {
  const numerator = price.units * 10n ** BigInt(base.places + RATIO_PLACES);
  const units = divideHalfUp(numerator, base.units * 10n ** BigInt(price.places));
  return roundTo({ units, places: RATIO_PLACES }, RATIO_PLACES);
}

/**
 * Applies a ratio to a price in USD per million tokens. Returns the product, unless the ratio is the quotient
 * of a price of at most 6 places that does not fit in 9 places (2.5 ÷ 0.3): then that price, so that prices
 * in money survive being stored as ratios (ADR 45).
 */
export function priceAtRatio(base: Decimal, ratio: Decimal): Decimal {
  const product = multiply(base, ratio);
  if (product.places <= PRICE_PLACES || base.units >= BASE_MAX * 10n ** BigInt(base.places))
    return product;
  const price = roundTo(product, PRICE_PLACES);
  return isSame(ratioTo(base, price), ratio) ? price : product;
}
