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
  USAGE_KEY,
} from './chunk-keys.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Text of a chunk beyond this is media in disguise (an inlined image); the rest is not estimated.
 */
const WEIGHED_BYTES_MAX = 65_536;

/** What one chunk of a stream holds; filled in place, as there is one for every token. */
export interface ChunkFacts {
  /** Range of the last usage object; start is -1 when there is none (null does not count). */
  usageStart: number;
  usageEnd: number;
  /** `choices` is there and not empty. */
  hasChoices: boolean;
  /** Where `choices` starts when nothing worth noting stood before it; else -1. */
  plainHeaderEnd: number;
  /** Text, reasoning, a tool call, audio: something that the client waits for. */
  hasContent: boolean;
  /** A member that only errors have; whether it is one needs parsing. */
  maybeError: boolean;
  characters: number;
  /** Hundredths of tokens. */
  weight: number;
  finishReason: string | undefined;
  /** Class of the last character estimated; the one member that lasts from chunk to chunk. */
  lastClass: number;
  /** A call began: a name after it is that of a tool, others are not the model's words. */
  hasCalls: boolean;
  /** How many texts were estimated. */
  texts: number;
  /** Where the text estimated last begins and ends: its quotes. */
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
    maybeError: false,
    characters: 0,
    weight: 0,
    finishReason: undefined,
    // A text starts as after a line break.
    lastClass: NEWLINE,
    hasCalls: false,
    texts: 0,
    lastStart: 0,
    lastEnd: 0,
  };
}

/**
 * Walks over the strings of one JSON text and notes what matters for billing, without parsing. Keys
 * count at any depth: nothing that a model writes can pose as one, as it is inside strings. Never
 * throws.
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
  facts.maybeError = false;
  facts.characters = 0;
  facts.weight = 0;
  facts.finishReason = undefined;
  facts.hasCalls = false;
  facts.texts = 0;
  facts.lastStart = 0;
  facts.lastEnd = 0;
}

/** Notes one member and returns where to go on. */
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
      return first === QUOTE ? weighString(bytes, value, end, facts) : value;
    case NAME_KEY:
      return first === QUOTE && facts.hasCalls ? weighString(bytes, value, end, facts) : value;
    case CALLS_KEY:
      if (holdsSomething(bytes, value, end)) {
        facts.hasContent = true;
        facts.hasCalls = true;
      }
      return value;
    case CHOICES_KEY:
      if (!isTouched(facts)) facts.plainHeaderEnd = nameStart - 1;
      if (holdsSomething(bytes, value, end)) facts.hasChoices = true;
      return value;
    case USAGE_KEY:
      return first === OPEN_BRACE ? takeUsage(bytes, value, end, facts) : value;
    case FINISH_KEY:
      return first === QUOTE ? takeFinishReason(bytes, value, end, facts) : value;
    case ERROR_KEY:
      // Not null, false, 0 or an empty text.
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

function isTouched(facts: ChunkFacts): boolean {
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

function holdsSomething(bytes: Uint8Array, value: number, end: number): boolean {
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
  // Some providers write null as a text.
  if (reason !== '' && reason !== 'null') facts.finishReason = reason;
  return after;
}

/**
 * The facts of a chunk that is known but for its text, which opens at `open`. False where the text
 * does not close at `close`.
 */
export function weighOnly(
  bytes: Uint8Array,
  open: number,
  close: number,
  facts: ChunkFacts,
): boolean {
  resetFacts(facts);
  const { lastClass } = facts;
  if (weighString(bytes, open, close + 1, facts) !== close + 1 || facts.lastEnd !== close) {
    facts.lastClass = lastClass;
    return false;
  }
  facts.hasChoices = true;
  return true;
}

/** Counts the characters of a text and returns the position after it. */
function weighString(bytes: Uint8Array, open: number, end: number, facts: ChunkFacts): number {
  const limit = Math.min(end, open + Math.max(1, WEIGHED_BYTES_MAX - facts.characters));
  let at = open + 1;
  let weight = 0;
  let characters = 0;
  let before = facts.lastClass;
  while (at < limit) {
    const byte = bytes[at] ?? QUOTE;
    if (byte === QUOTE) break;
    const escaped = byte === BACKSLASH ? bytes[at + 1] : undefined;
    const current =
      escaped === undefined ? (BYTE_CLASSES[byte] ?? CONTINUATION) : classifyEscape(escaped);
    if (current !== CONTINUATION) {
      weight += PAIR_COSTS[before * CLASS_COUNT + current] ?? 0;
      before = current;
      characters++;
    }
    at += escaped === undefined ? 1 : escaped === 0x75 ? 6 : 2;
  }
  if (characters > 0) facts.hasContent = true;
  if (!isSaidAgain(bytes, open, at, facts)) {
    facts.lastClass = before;
    facts.weight += weight;
    facts.characters += characters;
  }
  facts.texts++;
  facts.lastStart = open;
  facts.lastEnd = at;
  if (bytes[at] === QUOTE && at < end) return at + 1;
  const after = skipString(bytes, open, end);
  return after === -1 ? end : after;
}

/** Some write the same piece under two names, one after the other; it is one all the same. */
function isSaidAgain(bytes: Uint8Array, start: number, end: number, facts: ChunkFacts): boolean {
  const { lastStart, lastEnd } = facts;
  if (end - start !== lastEnd - lastStart) return false;
  for (let index = 1; index < end - start; index++) {
    if (bytes[start + index] !== bytes[lastStart + index]) return false;
  }
  return true;
}

function classifyEscape(letter: number): number {
  if (letter === 0x75) return WIDE;
  return letter === 0x6e || letter === 0x74 || letter === 0x72 ? NEWLINE : PUNCTUATION;
}
