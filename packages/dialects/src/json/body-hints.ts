import { encodeText } from './encode-text.ts';
import type { ListedObject } from './byte-range.ts';
import { parseJson } from './parse-json.ts';

const BACKSLASH = 0x5c;
const ONE = 0x31;
/** Lengths with quotes, of `"1h"` plain and with both letters written as escapes. */
const HOUR_BYTES = 4;
const ESCAPED_HOUR_MIN = 9;
const ESCAPED_HOUR_MAX = 14;
/** Of `"file_ids"`. */
const FILE_BYTES_MAX = 10;
const FILES = encodeText('"file_ids"');
const AUDIO = encodeText('"audio"');
const CARRIER_BYTES_MAX = 19;
/** Names and kinds of what carries reasoning, or calls, of a former turn, in any dialect. */
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
 * What the strings of a JSON body tell of it, noticed while its members are found: a search of its
 * own would cost a large body more than all the rest of its reading.
 */
export class BodyHints {
  /** There is a string `1h`: the body may ask for a cache of an hour. */
  hour = false;
  /** There is a string that accompanies reasoning of a former turn. */
  carrier = false;
  /** There is a string `audio`: the body may name sounds. */
  audio = false;
  /** There is a string `file_id` or `file_ids`: the body may name files. */
  file = false;

  /** The elements of `tools`, which nearly all of some bodies is; undefined where it has none. */
  tools: readonly ListedObject[] | undefined;
  /** Where that list begins; -1 before. */
  toolsStart = -1;
  /** The elements of `input`, where it begins with an object, and where that list begins. */
  items: readonly ListedObject[] | undefined;
  itemsStart = -1;

  /** Looks at the string, with its quotes, from `start` up to `end`. Only short ones can be a mark. */
  see(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > CARRIER_BYTES_MAX) return;
    const wanted = FIRST_LETTERS[length * 256 + (bytes[start + 1] as number)];
    if (wanted === NONE) return;
    this.#look(bytes, start, end);
  }

  #look(bytes: Uint8Array, start: number, end: number): void {
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
/** By length and first letter, whether a string may be a mark: one look for nearly all strings. */
const FIRST_LETTERS = new Uint8Array((CARRIER_BYTES_MAX + 1) * 256);
const want = (length: number, first: number) => (FIRST_LETTERS[length * 256 + first] = 1);
want(HOUR_BYTES, ONE);
for (let length = ESCAPED_HOUR_MIN; length <= ESCAPED_HOUR_MAX; length++) {
  want(length, ONE);
  want(length, BACKSLASH);
}
for (const length of [FILE_BYTES_MAX - 1, FILE_BYTES_MAX]) want(length, FILES[1] as number);
want(AUDIO.length, AUDIO[1] as number);
for (const carrier of CARRIERS) want(carrier.length, carrier[1] as number);

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
