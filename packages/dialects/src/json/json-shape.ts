import { skipString } from './scan-value.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;

/** The preceding token: the start of a container is treated like a comma, its end like a value. */
const AT_START = 0;
const AFTER_OPEN = 1;
const AFTER_COMMA = 2;
const AFTER_COLON = 3;
const AFTER_VALUE = 4;
const AFTER_TEXT = 5;

const SPACE = 1;
const OPEN = 2;
const CLOSE = 3;
const LITERAL = 4;
/** Kinds of bytes outside strings; 0 means not allowed in JSON. */
const KINDS = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) KINDS[byte] = SPACE;
for (const byte of [0x7b, 0x5b]) KINDS[byte] = OPEN;
for (const byte of [0x7d, 0x5d]) KINDS[byte] = CLOSE;
for (const letter of '0123456789+-.eEtrufalsn') KINDS[letter.charCodeAt(0)] = LITERAL;

/**
 * Returns whether bytes have the shape of one JSON object: strings end, containers close, values and commas
 * alternate. Not a parser (it accepts `nul` as a literal, and `}` for `]`), but it detects truncated, merged
 * or garbled data at a fraction of the cost of parsing. Linear. With `isInside`, it starts at a member of the
 * object.
 */
export function isObjectShaped(
  bytes: Uint8Array,
  start: number,
  end: number,
  isInside = false,
): boolean {
  let depth = isInside ? 1 : 0;
  let last = isInside ? AFTER_COMMA : AT_START;
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      if (last >= AFTER_VALUE || last === AT_START) return false;
      at = skipString(bytes, at, end);
      if (at === -1) return false;
      last = AFTER_TEXT;
      continue;
    }
    const kind = KINDS[byte];
    if (kind === LITERAL) {
      if (last >= AFTER_VALUE || last === AT_START) return false;
      do at++;
      while (at < end && KINDS[bytes[at] as number] === LITERAL);
      last = AFTER_VALUE;
      continue;
    }
    if (kind === OPEN) {
      if (last >= AFTER_VALUE) return false;
      depth++;
      last = AFTER_OPEN;
    } else if (kind === CLOSE) {
      if (last === AFTER_COMMA || last === AFTER_COLON || depth === 0) return false;
      depth--;
      last = AFTER_VALUE;
    } else if (byte === COMMA) {
      if (last < AFTER_VALUE || depth === 0) return false;
      last = AFTER_COMMA;
    } else if (byte === COLON) {
      if (last !== AFTER_TEXT || depth === 0) return false;
      last = AFTER_COLON;
    } else if (kind !== SPACE) return false;
    at++;
  }
  return depth === 0 && last === AFTER_VALUE && (isInside || bytes[start] === OPEN_BRACE);
}
