import { encodeText } from './encode-text.ts';
import { parseJson } from './parse-json.ts';

const BACKSLASH = 0x5c;
/** Lengths with quotes, of `"1h"` plain and with both letters written as escapes. */
const HOUR_BYTES = 4;
const ESCAPED_HOUR_MIN = 9;
const ESCAPED_HOUR_MAX = 14;
/** Of `"file_ids"`. */
const FILE_BYTES_MAX = 10;
const FILES = encodeText('"file_ids"');
const CARRIER_BYTES_MIN = 11;
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
export class StringMarks {
  /** There is a string `1h`: the body may ask for a cache of an hour. */
  hour = false;
  /** There is a string that stands beside reasoning of a former turn. */
  carrier = false;
  /** There is a string `file_id` or `file_ids`: the body may name files. */
  file = false;

  /** Looks at the string, with its quotes, from `start` up to `end`. Only short ones can be a mark. */
  see(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > CARRIER_BYTES_MAX || length < HOUR_BYTES) return;
    if (length === HOUR_BYTES) {
      if (bytes[start + 1] === 0x31 && bytes[start + 2] === 0x68) this.hour = true;
      return;
    }
    if (length <= FILE_BYTES_MAX && !this.file) this.file = isFile(bytes, start, length);
    if (length >= ESCAPED_HOUR_MIN && length <= ESCAPED_HOUR_MAX && isHour(bytes, start, end))
      this.hour = true;
    if (length < CARRIER_BYTES_MIN || this.carrier) return;
    this.carrier = isCarrier(bytes, start, length);
  }
}

function isHour(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start + 1] !== BACKSLASH && bytes[start + 2] !== BACKSLASH) return false;
  return parseJson(bytes.subarray(start, end)) === '1h';
}

function isFile(bytes: Uint8Array, start: number, length: number): boolean {
  if (length < FILE_BYTES_MAX - 1) return false;
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
