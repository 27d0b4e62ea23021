import type { ByteRange } from '../json/byte-range.ts';
import { skipSpace } from '../json/scan-value.ts';
import type { ScanBudget } from './estimate-utf8.ts';
import { isMedium, NAME_BYTES_MAX, readWord } from './prompt-parts.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Tool arguments and results, and template variables: JSON that a model reads as text. */
const READ_AS_TEXT: ReadonlySet<string> = new Set(['input', 'args', 'response', 'variables']);
/** Text members in histories of any dialect, in addition to those that are text anyway. */
const TEXTS: ReadonlySet<string> = new Set(
  'context title source cited_text query queries code command commands stdout stderr logs refusal reasoning reasoning_content description error message'.split(
    ' ',
  ),
);
/** Most quotes, and most bytes between strings, that are scanned. */
const QUOTES_MAX = 100_000;
const BETWEEN_MAX = 1_000_000;
const QUOTE_WORK = 8;

/**
 * Counts bytes of strings that look like media but are text for a model, as no API accepts media there:
 * inside tool arguments or results, or in a text member. All bytes, if there are too many strings to tell.
 */
export function countMediaLikeTextBytes(
  bytes: Uint8Array,
  { start, end }: ByteRange,
  meter: ScanBudget,
): number {
  const nesting = { depth: 0, textDepth: 0, startsToolValue: false };
  let name = '';
  let disguised = 0;
  let quotes = QUOTES_MAX;
  let bytesBetweenLeft = BETWEEN_MAX;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== QUOTE) {
      if ((bytesBetweenLeft -= 1) < 0) return end - start;
      trackNesting(nesting, bytes[at] as number);
      continue;
    }
    const from = at + 1;
    do {
      at = bytes.indexOf(QUOTE, at + 1);
      quotes -= 1;
      if (at === -1 || at >= end || quotes < 0) return end - start;
    } while (isEscaped(bytes, at, from));
    meter.bytes += QUOTE_WORK;
    const isName = bytes[skipSpace(bytes, at + 1, end)] === COLON;
    if (isName) name = at - from > NAME_BYTES_MAX ? '' : readWord(bytes, from, at);
    else if (isMedium(bytes, name, from, at) && (nesting.textDepth > 0 || TEXTS.has(name)))
      disguised += at - from;
    nesting.startsToolValue = isName && READ_AS_TEXT.has(name);
  }
  return disguised;
}

interface Nesting {
  depth: number;
  /** Depth at which a tool's value began; 0 outside any. */
  textDepth: number;
  /** The next value is a tool's. */
  startsToolValue: boolean;
}

function trackNesting(nesting: Nesting, byte: number): void {
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
    nesting.depth += 1;
    if (nesting.startsToolValue && nesting.textDepth === 0) nesting.textDepth = nesting.depth;
    nesting.startsToolValue = false;
  } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
    if (nesting.textDepth === nesting.depth) nesting.textDepth = 0;
    nesting.depth -= 1;
  }
}

/** Returns whether an odd number of backslashes precedes a quote. */
function isEscaped(bytes: Uint8Array, quote: number, floor: number): boolean {
  let at = quote - 1;
  while (at >= floor && bytes[at] === BACKSLASH) at--;
  return (quote - 1 - at) % 2 === 1;
}
