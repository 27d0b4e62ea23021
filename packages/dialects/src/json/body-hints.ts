import { encodeText } from './encode-text.ts';
import type { ListedObject } from './byte-range.ts';
import { parseJson } from './parse-json.ts';

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;
const ONE = 0x31;
/** Lengths including quotes: of the plain `"1h"`, and with one or both characters escaped. */
const HOUR_BYTES = 4;
const ESCAPED_HOUR_MIN = 9;
const ESCAPED_HOUR_MAX = 14;
/** Length of `"file_ids"`. */
const FILE_BYTES_MAX = 10;
const FILES = encodeText('"file_ids"');
const AUDIO = encodeText('"audio"');
const CONTAINERS = ['container', 'container_id'].map((text) => encodeText(`"${text}"`));
/** Length of the longest of these three names with every character escaped. */
const ESCAPED_NAME_MAX = 6 * 'container_id'.length + 2;
/** Length of the shortest, with one character escaped. */
const ESCAPED_NAME_MIN = AUDIO.length + 5;
const CARRIER_BYTES_MAX = 19;
/** Names and types of what carries reasoning or calls of earlier turns, in any dialect. */
const CARRIERS = [
  'signature',
  'reasoning',
  'functionCall',
  'thoughtSignature',
  'thought_signature',
  'redacted_thinking',
  'reasoning_details',
  'encrypted_content',
].map((text) => encodeText(`"${text}"`));

/**
 * What a JSON body's strings reveal, collected while its members are scanned: for a large body, a separate
 * search would cost more than everything else.
 */
export class BodyHints {
  /** A string `1h` occurs: the body may request a one-hour cache. */
  hour = false;
  /** A string occurs that accompanies reasoning of earlier turns. */
  carrier = false;
  /** A string `audio` occurs: the body may reference audio. */
  audio = false;
  /** A string `file_id` or `file_ids` occurs: the body may reference files. */
  file = false;
  /** A string `container` or `container_id` occurs: the body may reference containers. */
  container = false;
  /** A name is written with escapes, and may be any of these. */
  escapedName = false;

  /** The elements of `tools`, which make up most of some bodies; undefined without such a list. */
  tools: readonly ListedObject[] | undefined;
  /** Offset of that list; -1 until it is found. */
  toolsStart = -1;
  /** The elements of `input`, if it begins with an object, and the offset of that list. */
  items: readonly ListedObject[] | undefined;
  itemsStart = -1;

  /** Inspects the string, including its quotes, from `start` up to `end`. Only short strings can match. */
  inspect(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > CARRIER_BYTES_MAX) {
      if (length <= ESCAPED_NAME_MAX && isEscapedName(bytes, start, end)) this.escapedName = true;
      return;
    }
    const mayMatch = FIRST_LETTERS[length * 256 + (bytes[start + 1] as number)];
    if (mayMatch === NONE) return;
    this.#matchString(bytes, start, end);
  }

  #matchString(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length === HOUR_BYTES) {
      if (bytes[start + 2] === 0x68) this.hour = true;
    } else if (bytes[start + 1] === BACKSLASH || bytes[start + 1] === ONE) {
      if (isHour(bytes, start, end)) this.hour = true;
      if (isEscapedName(bytes, start, end)) this.escapedName = true;
    } else if (length === AUDIO.length) {
      if (isAudio(bytes, start)) this.audio = true;
    } else if (length <= FILE_BYTES_MAX) {
      if (isFile(bytes, start, length)) this.file = true;
    } else if (isCarrier(bytes, start, length)) this.carrier = true;
    else if (CONTAINERS.some((name) => isSame(bytes, start, length, name))) this.container = true;
    else if (isEscapedName(bytes, start, end)) this.escapedName = true;
  }
}

const NONE = 0;
/** Whether a string may match, by length and first letter: rules out nearly all strings in one lookup. */
const FIRST_LETTERS = new Uint8Array((CARRIER_BYTES_MAX + 1) * 256);
const markPossible = (length: number, first: number) => (FIRST_LETTERS[length * 256 + first] = 1);
markPossible(HOUR_BYTES, ONE);
for (let length = ESCAPED_HOUR_MIN; length <= ESCAPED_HOUR_MAX; length++) {
  markPossible(length, ONE);
  markPossible(length, BACKSLASH);
}
for (const length of [FILE_BYTES_MAX - 1, FILE_BYTES_MAX]) markPossible(length, FILES[1] as number);
markPossible(AUDIO.length, AUDIO[1] as number);
for (const text of [...CARRIERS, ...CONTAINERS]) markPossible(text.length, text[1] as number);
for (let length = ESCAPED_NAME_MIN; length <= CARRIER_BYTES_MAX; length++)
  for (const first of [FILES[1], AUDIO[1], CONTAINERS[0]?.[1], BACKSLASH])
    markPossible(length, first as number);

function isHour(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start + 1] !== BACKSLASH && bytes[start + 2] !== BACKSLASH) return false;
  return parseJson(bytes.subarray(start, end)) === '1h';
}

function isAudio(bytes: Uint8Array, start: number): boolean {
  return AUDIO.every((byte, index) => bytes[start + index] === byte);
}

function isFile(bytes: Uint8Array, start: number, length: number): boolean {
  let at = 1;
  while (at < length - 1 && bytes[start + at] === FILES[at]) at++;
  return at === length - 1;
}

function isCarrier(bytes: Uint8Array, start: number, length: number): boolean {
  for (const carrier of CARRIERS) if (isSame(bytes, start, length, carrier)) return true;
  return false;
}

function isSame(bytes: Uint8Array, start: number, length: number, text: Uint8Array): boolean {
  if (text.length !== length) return false;
  let at = 1;
  while (at < length && bytes[start + at] === text[at]) at++;
  return at === length;
}

/** Nearly all strings of that length are values, which no colon follows. */
function isEscapedName(bytes: Uint8Array, start: number, end: number): boolean {
  const next = bytes[end];
  if (next === undefined || (next !== COLON && next > SPACE)) return false;
  for (let at = start + 1; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}
