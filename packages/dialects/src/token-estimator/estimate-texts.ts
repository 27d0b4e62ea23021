import { estimateTextCentitokens } from './estimate-text.ts';

/** Most texts that are read, each with at most a thousand characters. */
export const TEXTS_SCANNED_MAX = 256;

/**
 * Estimates each text in centitokens. Of very many, only an even sample is read, and all are extrapolated
 * from it by length.
 */
export function estimateEachCentitokens(texts: readonly string[]): readonly number[] {
  if (texts.length <= TEXTS_SCANNED_MAX) return texts.map(estimateTextCentitokens);
  let length = 0;
  let centitokens = 0;
  for (let index = 0; index < TEXTS_SCANNED_MAX; index++) {
    const text = texts[Math.floor((index * texts.length) / TEXTS_SCANNED_MAX)] ?? '';
    length += text.length;
    centitokens += estimateTextCentitokens(text);
  }
  const rate = length === 0 ? EMPTY_RATE : centitokens / length;
  return texts.map((text) => Math.ceil(text.length * rate));
}

/** Weight per character if all sampled texts are empty, in centitokens. */
const EMPTY_RATE = 30;

/** Estimates the texts together, in centitokens. */
export function estimateTextsCentitokens(texts: readonly string[]): number {
  return estimateEachCentitokens(texts).reduce((sum, centitokens) => sum + centitokens, 0);
}
