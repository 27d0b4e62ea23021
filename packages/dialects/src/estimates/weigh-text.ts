import { CLASS_COUNT, classifyUnit, PAIR_COSTS, START_CLASS } from './character-classes.ts';

/** Texts up to this length are read whole, longer ones in windows. */
const WHOLE_TEXT_UNITS = 4096;
const WINDOW_UNITS = 128;
const WINDOW_COUNT = 16;

/** Hundredths of tokens that a text is likely to have; constant time for long texts. */
export function weighText(text: string): number {
  if (text.length <= WHOLE_TEXT_UNITS) return weighRange(text, 0, text.length);
  const stride = Math.floor((text.length - WINDOW_UNITS) / (WINDOW_COUNT - 1));
  let weight = 0;
  for (let index = 0; index < WINDOW_COUNT; index++) {
    const start = index * stride;
    weight += weighRange(text, start, start + WINDOW_UNITS);
  }
  return Math.ceil((weight * text.length) / (WINDOW_UNITS * WINDOW_COUNT));
}

function weighRange(text: string, start: number, end: number): number {
  let weight = 0;
  let before = START_CLASS;
  for (let at = start; at < end; at++) {
    const current = classifyUnit(text.charCodeAt(at));
    weight += PAIR_COSTS[before * CLASS_COUNT + current] ?? 0;
    before = current;
  }
  return weight;
}

/** Whole tokens of a text, rounded up. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(weighText(text) / 100);
}
