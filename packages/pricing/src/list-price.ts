import { divideHalfUp, multiply, parseDecimal } from './decimal.ts';

const PLACES = 4;
/** USD for a million tokens at a ratio of 1. */
const DOLLARS_AT_ONE = 2;

/** The product of numbers as they were written, with 4 decimals, halves up; "–" where one is no number. */
function dollars(...factors: number[]): string {
  const decimals = factors.map(parseDecimal);
  let product = { units: 1n, places: 0 };
  for (const decimal of decimals) {
    if (typeof decimal === 'string') return '–';
    product = multiply(product, decimal);
  }
  const digits = String(
    divideHalfUp(product.units * 10n ** BigInt(PLACES), 10n ** BigInt(product.places)),
  ).padStart(PLACES + 1, '0');
  return `$${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

export interface ListedPrice {
  model_ratio: number;
  completion_ratio: number;
  price: number;
}

/** What a million tokens of prompts and of completions cost in a group, as price lists show it. */
export function listTokenPrices(
  { model_ratio: ratio, completion_ratio: completion }: ListedPrice,
  groupRatio: number,
): { prompt: string; completion: string } {
  return {
    prompt: dollars(ratio, DOLLARS_AT_ONE, groupRatio),
    completion: dollars(ratio, completion, DOLLARS_AT_ONE, groupRatio),
  };
}

/** What a call costs in a group, as price lists show it. */
export function listCallPrice({ price }: ListedPrice, groupRatio: number): string {
  return dollars(price, groupRatio);
}

/** What a tool costs in a group, USD: so many for each use, and once for the call. */
export function listToolPrice(
  { use, request }: { use: number; request: number },
  groupRatio: number,
): { use: string; request: string } {
  return { use: dollars(use, groupRatio), request: dollars(request, groupRatio) };
}
