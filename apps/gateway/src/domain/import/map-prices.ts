import { hubPrices } from './hub-prices.ts';
import type { ImportedPrice, PriceSource } from './imported-price.ts';
import { newApiPrices } from './new-api-prices.ts';
import { oneApiPrices } from './one-api-prices.ts';

/** What models will cost here: those that a database prices, and those that its channels offer. */
export function mapPrices(source: PriceSource): Map<string, ImportedPrice> {
  if (source.family === 'one-hub') return hubPrices(source);
  return source.family === 'one-api' ? oneApiPrices(source) : newApiPrices(source);
}
