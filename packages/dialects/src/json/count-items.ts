import type { ByteRange } from './byte-range.ts';
import { skipSpace, skipValue } from './scan-value.ts';

const OPEN_BRACKET = 0x5b;
const COMMA = 0x2c;

/** Counts the items of a JSON array; 0 for anything else. Takes linear time, without parsing. */
export function countItems(bytes: Uint8Array, { start, end }: ByteRange): number {
  if (bytes[start] !== OPEN_BRACKET) return 0;
  let count = 0;
  let at = skipSpace(bytes, start + 1, end);
  while (at < end - 1) {
    const next = skipValue(bytes, at, end);
    if (next === -1) break;
    count++;
    at = skipSpace(bytes, next, end);
    if (bytes[at] !== COMMA) break;
    at = skipSpace(bytes, at + 1, end);
  }
  return count;
}
