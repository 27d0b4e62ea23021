import {
  BYTE_CLASSES,
  CLASS_COUNT,
  CONTINUATION,
  NEWLINE,
  PAIR_COSTS,
  PUNCTUATION,
  WIDE,
} from '../token-estimator/character-classes.ts';
import { decodeText } from '../json/parse-json.ts';
import { skipSpace, skipString, skipValue } from '../json/scan-value.ts';
import {
  CALLS_KEY,
  CHOICES_KEY,
  ERROR_KEY,
  findKey,
  FINISH_KEY,
  NAME_KEY,
  NO_KEY,
  OBJECT_KEY,
  TEXT_KEY,
  THOUGHT_KEY,
  USAGE_KEY,
} from './chunk-keys.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Characters of a chunk that are estimated: more than this must be inlined media (an image). */
const WEIGHED_BYTES_MAX = 65_536;

/** Facts about one chunk of a stream; updated in place, as there is one per token. */
export interface ChunkFacts {
  /** Range of the last usage object; the start is -1 if there is none (null does not count). */
  usageStart: number;
  usageEnd: number;
  /** `choices` is present and not empty. */
  hasChoices: boolean;
  /** Where `choices` starts, if nothing of interest precedes it; else -1. */
  plainHeaderEnd: number;
  /** Text, reasoning, a tool call or audio: content that the client waits for. */
  hasContent: boolean;
  /** Reasoning is among it. */
  hasThoughts: boolean;
  /** Has a member that only errors have; parsing decides whether it is one. */
  maybeError: boolean;
  characters: number;
  /** In centitokens (hundredths of a token). */
  centitokens: number;
  finishReason: string | undefined;
  /** Character class of the last estimated character; the only member kept between chunks. */
  lastClass: number;
  /** A call began: following names are tool names; other names are not the model's output. */
  hasCalls: boolean;
  /** Number of estimated texts. */
  texts: number;
  /** Positions of the quotes around the last estimated text. */
  lastStart: number;
  lastEnd: number;
}

export function createChunkFacts(): ChunkFacts {
  return {
    usageStart: -1,
    usageEnd: -1,
    hasChoices: false,
    plainHeaderEnd: -1,
    hasContent: false,
    hasThoughts: false,
    maybeError: false,
    characters: 0,
    centitokens: 0,
    finishReason: undefined,
    // A text starts as if after a line break.
    lastClass: NEWLINE,
    hasCalls: false,
    texts: 0,
    lastStart: 0,
    lastEnd: 0,
  };
}

/**
 * Scans the strings of one JSON text for what matters for billing, without parsing. Keys count at any depth:
 * the model's output can't imitate one, as it is inside strings. Never throws.
 */
export function scanChunk(bytes: Uint8Array, start: number, end: number, facts: ChunkFacts): void {
  resetFacts(facts);
  let at = start;
  while (at < end) {
    if (bytes[at] !== QUOTE) {
      at++;
      continue;
    }
    const afterName = skipString(bytes, at, end);
    if (afterName === -1) return;
    const colon = skipSpace(bytes, afterName, end);
    if (bytes[colon] !== COLON) {
      at = afterName;
      continue;
    }
    const value = skipSpace(bytes, colon + 1, end);
    at = takeMember(bytes, at + 1, afterName - 1, value, end, facts);
  }
}

function resetFacts(facts: ChunkFacts): void {
  facts.usageStart = -1;
  facts.usageEnd = -1;
  facts.hasChoices = false;
  facts.plainHeaderEnd = -1;
  facts.hasContent = false;
  facts.hasThoughts = false;
  facts.maybeError = false;
  facts.characters = 0;
  facts.centitokens = 0;
  facts.finishReason = undefined;
  facts.hasCalls = false;
  facts.texts = 0;
  facts.lastStart = 0;
  facts.lastEnd = 0;
}

/** Records one member; returns the position after it. */
function takeMember(
  bytes: Uint8Array,
  nameStart: number,
  nameEnd: number,
  value: number,
  end: number,
  facts: ChunkFacts,
): number {
  const key = findKey(bytes, nameStart, nameEnd);
  if (key === NO_KEY) return value;
  const first = bytes[value];
  switch (key) {
    case TEXT_KEY:
      return first === QUOTE ? estimateString(bytes, value, end, facts) : value;
    case THOUGHT_KEY:
      if (first === QUOTE) {
        if (!isEmptyText(bytes, value)) facts.hasThoughts = true;
        return estimateString(bytes, value, end, facts);
      }
      if (first === OPEN_BRACKET && isNonEmptyContainer(bytes, value, end))
        facts.hasThoughts = true;
      return value;
    case NAME_KEY:
      return first === QUOTE && facts.hasCalls ? estimateString(bytes, value, end, facts) : value;
    case CALLS_KEY:
      if (isNonEmptyContainer(bytes, value, end)) {
        facts.hasContent = true;
        facts.hasCalls = true;
      }
      return value;
    case CHOICES_KEY:
      if (!hasFacts(facts)) facts.plainHeaderEnd = nameStart - 1;
      if (isNonEmptyContainer(bytes, value, end)) facts.hasChoices = true;
      return value;
    case USAGE_KEY:
      return first === OPEN_BRACE ? takeUsage(bytes, value, end, facts) : value;
    case FINISH_KEY:
      return first === QUOTE ? takeFinishReason(bytes, value, end, facts) : value;
    case ERROR_KEY:
      // Anything but null, false, 0 or an empty string.
      if (first !== 0x6e && first !== 0x66 && first !== 0x30 && !isEmptyText(bytes, value))
        facts.maybeError = true;
      return value;
    case OBJECT_KEY:
      if (bytes[value + 1] === 0x65 && bytes[value + 2] === 0x72 && bytes[value + 3] === 0x72)
        facts.maybeError = true;
      return value;
    default:
      return value;
  }
}

function hasFacts(facts: ChunkFacts): boolean {
  const { usageStart, maybeError, characters, hasChoices, hasContent, finishReason } = facts;
  return (
    usageStart !== -1 ||
    maybeError ||
    characters > 0 ||
    hasChoices ||
    hasContent ||
    finishReason !== undefined
  );
}

function isNonEmptyContainer(bytes: Uint8Array, value: number, end: number): boolean {
  const first = bytes[value];
  if (first !== OPEN_BRACKET && first !== OPEN_BRACE) return false;
  const inside = bytes[skipSpace(bytes, value + 1, end)];
  return inside !== CLOSE_BRACKET && inside !== CLOSE_BRACE;
}

function isEmptyText(bytes: Uint8Array, value: number): boolean {
  return bytes[value] === QUOTE && bytes[value + 1] === QUOTE;
}

function takeUsage(bytes: Uint8Array, value: number, end: number, facts: ChunkFacts): number {
  const after = skipValue(bytes, value, end);
  if (after === -1) return end;
  facts.usageStart = value;
  facts.usageEnd = after;
  return after;
}

function takeFinishReason(
  bytes: Uint8Array,
  value: number,
  end: number,
  facts: ChunkFacts,
): number {
  const after = skipString(bytes, value, end);
  if (after === -1) return end;
  const isShort = after - value > 2 && after - value <= 66;
  const reason = isShort ? decodeText(bytes.subarray(value + 1, after - 1)) : '';
  // Some providers write null as a string.
  if (reason !== '' && reason !== 'null') facts.finishReason = reason;
  return after;
}

/**
 * Sets the facts of a chunk that is known except for its text, which opens at `open`. Returns false if the
 * text does not close at `close`.
 */
export function estimateTextOnly(
  bytes: Uint8Array,
  open: number,
  close: number,
  facts: ChunkFacts,
): boolean {
  resetFacts(facts);
  const { lastClass } = facts;
  if (estimateString(bytes, open, close + 1, facts) !== close + 1 || facts.lastEnd !== close) {
    facts.lastClass = lastClass;
    return false;
  }
  facts.hasChoices = true;
  return true;
}

/** Weighs a text; returns the position after it. */
function estimateString(bytes: Uint8Array, open: number, end: number, facts: ChunkFacts): number {
  const limit = Math.min(end, open + Math.max(1, WEIGHED_BYTES_MAX - facts.characters));
  let at = open + 1;
  let centitokens = 0;
  let characters = 0;
  let before = facts.lastClass;
  while (at < limit) {
    const byte = bytes[at] ?? QUOTE;
    if (byte === QUOTE) break;
    const escaped = byte === BACKSLASH ? bytes[at + 1] : undefined;
    const current =
      escaped === undefined ? (BYTE_CLASSES[byte] ?? CONTINUATION) : classifyEscape(escaped);
    if (current !== CONTINUATION) {
      centitokens += PAIR_COSTS[before * CLASS_COUNT + current] ?? 0;
      before = current;
      characters++;
    }
    at += escaped === undefined ? 1 : escaped === 0x75 ? 6 : 2;
  }
  if (characters > 0) facts.hasContent = true;
  if (!repeatsLastChoice(bytes, open, at, facts)) {
    facts.lastClass = before;
    facts.centitokens += centitokens;
    facts.characters += characters;
  }
  facts.texts++;
  facts.lastStart = open;
  facts.lastEnd = at;
  if (bytes[at] === QUOTE && at < end) return at + 1;
  const after = skipString(bytes, open, end);
  return after === -1 ? end : after;
}

/**
 * Returns whether a text repeats the preceding one: some providers send the same piece under two names in a
 * row, one of them possibly deeper. Equal texts of two choices or tool calls are two.
 */
function repeatsLastChoice(
  bytes: Uint8Array,
  start: number,
  end: number,
  facts: ChunkFacts,
): boolean {
  const { lastStart, lastEnd } = facts;
  if (end - start !== lastEnd - lastStart) return false;
  for (let index = 1; index < end - start; index++) {
    if (bytes[start + index] !== bytes[lastStart + index]) return false;
  }
  return !startsAnotherObject(bytes, lastEnd + 1, start);
}

/** Returns whether one object closes and another opens between two strings. */
function startsAnotherObject(bytes: Uint8Array, from: number, to: number): boolean {
  let closed = false;
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte === CLOSE_BRACE) closed = true;
    else if (byte === OPEN_BRACE && closed) return true;
    else if (byte === QUOTE) {
      const after = skipString(bytes, at, to);
      if (after === -1) return false;
      at = after;
      continue;
    }
    at++;
  }
  return false;
}

function classifyEscape(letter: number): number {
  if (letter === 0x75) return WIDE;
  return letter === 0x6e || letter === 0x74 || letter === 0x72 ? NEWLINE : PUNCTUATION;
}
