import { estimateTextCentitokens } from './estimate-text.ts';

/** So many texts are looked at, each in at most a thousand characters. */
export const TEXTS_SCANNED_MAX = 256;

/**
 * Hundredths of tokens of each of some texts. Of very many only an even sample is looked at, and
 * each then counts by its length what those do.
 */
export function estimateEachCentitokens(texts: readonly string[]): readonly number[] {
  if (texts.length <= TEXTS_SCANNED_MAX) return texts.map(estimateTextCentitokens);
  let length = 0;
  let weight = 0;
  for (let index = 0; index < TEXTS_SCANNED_MAX; index++) {
    const text = texts[Math.floor((index * texts.length) / TEXTS_SCANNED_MAX)] ?? '';
    length += text.length;
    weight += estimateTextCentitokens(text);
  }
  const rate = length === 0 ? EMPTY_RATE : weight / length;
  return texts.map((text) => Math.ceil(text.length * rate));
}

/** The weight of a character where all that were looked at are empty. */
const EMPTY_RATE = 30;

/** Hundredths of tokens of some texts together, in the same way. */
export function estimateTextsCentitokens(texts: readonly string[]): number {
  return estimateEachCentitokens(texts).reduce((sum, weight) => sum + weight, 0);
}
