import { seedToolPrices } from '@tollgate/pricing';
import { numbersOf, objectOf } from './source-values.ts';

/** It prices calls of a tool by the thousand. */
const CALLS = 1000;
/** The vendors whose tools new-api prices. */
const PRICED = /^(?:gpt|o\d|codex|computer-use|claude|gemini)/;
const PLACES = 9;

/**
 * Prices of tools of new-api, `{"web_search": 10, "web_search_preview:gpt-4o*": 25}` in USD for a thousand
 * calls, over those that this site begins with.
 */
export function toToolPrices(value: string): string | undefined {
  const given = objectOf(value);
  if (!given) return undefined;
  const prices = seedToolPrices();
  const byLength = Object.entries(numbersOf(given)).toSorted(
    ([left], [right]) => left.length - right.length,
  );
  for (const [name, usd] of byLength) {
    const [tool = '', model] = name.split(':');
    const price = Number((usd / CALLS).toFixed(PLACES));
    if (model !== undefined) prices[model] = { ...prices[model], [tool]: price };
    else
      for (const [key, tools] of Object.entries(prices))
        if (PRICED.test(key) && Object.hasOwn(tools, tool)) tools[tool] = price;
  }
  return JSON.stringify(prices, null, 2);
}
