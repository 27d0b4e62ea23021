import { skipSpace, skipValue } from './scan-value.ts';
import type { ByteRange } from './byte-range.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * Counts the items of a JSON array that are strings or arrays; 0 for anything else. Takes linear time,
 * without parsing.
 */
export function countTexts(bytes: Uint8Array, { start, end }: ByteRange): number {
  if (bytes[start] !== OPEN_BRACKET) return 0;
  let count = 0;
  let at = skipSpace(bytes, start + 1, end);
  while (at < end && bytes[at] !== CLOSE_BRACKET) {
    const first = bytes[at];
    if (first === QUOTE || first === OPEN_BRACKET) count += 1;
    at = skipValue(bytes, at, end);
    if (at === -1) return count;
    at = skipSpace(bytes, at, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1, end);
  }
  return count;
}
