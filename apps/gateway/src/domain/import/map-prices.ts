import { hubPrices } from './hub-prices.ts';
import type { ImportedPrice, PriceSource } from './imported-price.ts';
import { newApiPrices } from './new-api-prices.ts';
import { oneApiPrices } from './one-api-prices.ts';

/**
 * Returns the prices that models will have here: models that a database prices, and those that its channels
 * offer.
 */
export function mapPrices(source: PriceSource): Map<string, ImportedPrice> {
  const prices = priceModels(source);
  for (const [model, price] of prices) {
    const outOfRange = Object.entries(price).filter(
      ([, part]) => typeof part === 'number' && !(part >= 0 && part <= PRICE_MAX),
    );
    if (outOfRange.length === 0) continue;
    source.findings.add('prices', 'price_invalid', model, outOfRange.flat().join(' '));
    prices.delete(model);
  }
  return prices;
}

/** Largest price part that is accepted. */
const PRICE_MAX = 1_000_000_000;

function priceModels(source: PriceSource): Map<string, ImportedPrice> {
  if (source.family === 'one-hub') return hubPrices(source);
  return source.family === 'one-api' ? oneApiPrices(source) : newApiPrices(source);
}
