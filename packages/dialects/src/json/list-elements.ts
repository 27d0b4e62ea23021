import { skipSpace, skipValue } from './scan-value.ts';
import type { ByteRange } from './byte-range.ts';

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;

/** Finds the byte ranges of a JSON array's elements, without parsing. Empty for anything else. */
export function listElements(bytes: Uint8Array, { start, end }: ByteRange): ByteRange[] {
  const elements: ByteRange[] = [];
  if (bytes[start] !== OPEN_BRACKET) return elements;
  let at = skipSpace(bytes, start + 1, end);
  for (;;) {
    const after = skipValue(bytes, at, end);
    if (after === -1 || after === at) return elements;
    elements.push({ start: at, end: after });
    at = skipSpace(bytes, after, end);
    if (bytes[at] !== COMMA) return elements;
    at = skipSpace(bytes, at + 1, end);
  }
}
