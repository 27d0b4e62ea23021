import { type Decimal, divideHalfUp, isSame, multiply, roundTo } from './decimal.ts';

/** Places of a price in USD for a million tokens that ratios hold exactly. */
const PRICE_PLACES = 6;
/** Below so many USD for a million tokens, two prices of 6 places never share a ratio. */
const BASE_MAX = 1000n;
const RATIO_PLACES = 9;

/** A price as a ratio of another: at most 9 places, halves up. The base is above 0. */
export function ratioTo(base: Decimal, price: Decimal): Decimal {
  const numerator = price.units * 10n ** BigInt(base.places + RATIO_PLACES);
  const units = divideHalfUp(numerator, base.units * 10n ** BigInt(price.places));
  return roundTo({ units, places: RATIO_PLACES }, RATIO_PLACES);
}

/**
 * What a ratio makes of a price, USD for a million tokens: the product, except where the ratio is
 * the quotient of a price of at most 6 places that 9 places could not hold (2.5 ÷ 0.3). Then it
 * is that price, so that a price in money survives being stored as ratios (ADR 45).
 */
export function priceAtRatio(base: Decimal, ratio: Decimal): Decimal {
  const product = multiply(base, ratio);
  if (product.places <= PRICE_PLACES || base.units >= BASE_MAX * 10n ** BigInt(base.places))
    return product;
  const price = roundTo(product, PRICE_PLACES);
  return isSame(ratioTo(base, price), ratio) ? price : product;
}
