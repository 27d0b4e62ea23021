import { seedToolPrices } from '@tollgate/pricing';
import { numbersOf, objectOf, type OnInvalidNumber } from './source-values.ts';

/** new-api's prices are per thousand calls. */
const CALLS = 1000;
/** Vendors whose tools new-api prices. */
const PRICED = /^(?:gpt|o\d|codex|computer-use|claude|gemini)/;
const DECIMALS = 9;

/**
 * Converts new-api's tool prices, `{"web_search": 10, "web_search_preview:gpt-4o*": 25}` in USD per thousand
 * calls, and merges them into this site's initial ones.
 */
export function toToolPrices(
  value: string,
  _options: unknown,
  onInvalid: OnInvalidNumber,
): string | undefined {
  const toolPrices = objectOf(value);
  if (!toolPrices) return undefined;
  const prices = seedToolPrices();
  const byLength = Object.entries(numbersOf(toolPrices, onInvalid)).toSorted(
    ([left], [right]) => left.length - right.length,
  );
  for (const [name, usd] of byLength) {
    const [tool = '', model] = name.split(':');
    const price = Number((usd / CALLS).toFixed(DECIMALS));
    if (model !== undefined) prices[model] = { ...prices[model], [tool]: price };
    else
      for (const [key, tools] of Object.entries(prices))
        if (PRICED.test(key) && Object.hasOwn(tools, tool)) tools[tool] = price;
  }
  return JSON.stringify(prices, null, 2);
}
