import { CLASS_COUNT, classifyUnit, PAIR_COSTS } from './character-classes.ts';

/** Texts up to this length are read completely, longer ones in windows. */
const WHOLE_TEXT_UNITS = 1024;
const WINDOW_UNITS = 64;
const WINDOW_COUNT = 8;

const ASCII = 128;
/** Cost of an ASCII character after another one: one lookup instead of three. */
const ASCII_PAIRS = Uint8Array.from({ length: ASCII * ASCII }, (_, pair) =>
  costOf(classifyUnit(pair >> 7), classifyUnit(pair & 0x7f)),
);

/** Estimates a text in centitokens; takes constant time for long texts. */
export function estimateTextCentitokens(text: string): number {
  if (text.length <= WHOLE_TEXT_UNITS) return estimateRange(text, 0, text.length);
  const stride = Math.floor((text.length - WINDOW_UNITS) / (WINDOW_COUNT - 1));
  let centitokens = 0;
  for (let index = 0; index < WINDOW_COUNT; index++) {
    const start = index * stride;
    centitokens += estimateRange(text, start, start + WINDOW_UNITS);
  }
  return Math.ceil((centitokens * text.length) / (WINDOW_UNITS * WINDOW_COUNT));
}

function estimateRange(text: string, start: number, end: number): number {
  if (start === end) return 0;
  let before = start === 0 ? 0x0a : text.charCodeAt(start - 1);
  let centitokens = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    centitokens +=
      (before | unit) < ASCII
        ? (ASCII_PAIRS[(before << 7) | unit] as number)
        : costOf(classifyUnit(before), classifyUnit(unit));
    before = unit;
  }
  return centitokens;
}

function costOf(before: number, current: number): number {
  return PAIR_COSTS[before * CLASS_COUNT + current] ?? 0;
}

/** Estimates a text in whole tokens, rounded up. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(estimateTextCentitokens(text) / 100);
}
