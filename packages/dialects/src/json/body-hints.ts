import { encodeText } from './encode-text.ts';
import type { ListedObject } from './byte-range.ts';
import { parseJson } from './parse-json.ts';

const BACKSLASH = 0x5c;
const ONE = 0x31;
/** Lengths including quotes: of the plain `"1h"`, and with one or both characters escaped. */
const HOUR_BYTES = 4;
const ESCAPED_HOUR_MIN = 9;
const ESCAPED_HOUR_MAX = 14;
/** Length of `"file_ids"`. */
const FILE_BYTES_MAX = 10;
const FILES = encodeText('"file_ids"');
const AUDIO = encodeText('"audio"');
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
    if (length > CARRIER_BYTES_MAX) return;
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
    } else if (length === AUDIO.length) {
      if (isAudio(bytes, start)) this.audio = true;
    } else if (length <= FILE_BYTES_MAX) {
      if (isFile(bytes, start, length)) this.file = true;
    } else if (isCarrier(bytes, start, length)) this.carrier = true;
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
for (const carrier of CARRIERS) markPossible(carrier.length, carrier[1] as number);

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
  for (const carrier of CARRIERS) {
    if (carrier.length !== length) continue;
    let at = 1;
    while (at < length && bytes[start + at] === carrier[at]) at++;
    if (at === length) return true;
  }
  return false;
}
