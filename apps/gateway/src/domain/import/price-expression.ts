import type { ModelPriceParts } from './model-price-parts.ts';

const WHOLE = /^(?:v1:)?\s*tier\(\s*"[^"]*"\s*,\s*([^()]+)\)\s*$/;
const TERM = /^(p|c|cr|cc)\s*\*\s*(\d+(?:\.\d+)?)$/;
/** USD for a million prompt tokens at a model ratio of 1. */
const USD_AT_ONE = 2;

/**
 * A price of new-api that is written as an expression, where it is a plain sum of classes of tokens:
 * `tier("base", p*3 + c*15 + cr*0.3)`, USD for a million. Undefined for all others.
 */
export function readPriceExpression(text: string): ModelPriceParts | undefined {
  const sum = WHOLE.exec(text.trim())?.[1];
  const terms = sum?.split('+').map((term) => TERM.exec(term.trim()));
  if (!terms || terms.includes(null)) return undefined;
  const usd = new Map(terms.map((term) => [term?.[1], Number(term?.[2])]));
  const input = usd.get('p') ?? 0;
  if (input === 0) return undefined;
  const ratio = (name: string, missing: number) => (usd.get(name) ?? missing) / input;
  return {
    modelRatio: input / USD_AT_ONE,
    completionRatio: ratio('c', 0),
    // A class that the sum does not name counts as the prompt.
    cacheRatio: ratio('cr', input),
    cacheWriteRatio: ratio('cc', input),
  };
}
