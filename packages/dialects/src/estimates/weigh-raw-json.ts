import type { TopLevelMember } from '../json/top-level-members.ts';
import { skipSpace, skipString } from '../json/scan-value.ts';
import { MEDIA_TOKENS } from './media-tokens.ts';
import { weighUtf8 } from './weigh-utf8.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;

/** A member's name, or one item of a list, with its separators. */
const SEPARATOR_WEIGHT = 100;
/** Only strings of some length can be media; short ones are cheaper to weigh than to look at. */
const MEDIA_BYTES_MIN = 256;

/** What a content part costs besides its text, by its `type`. */
const PART_TOKENS = new Map<string, number>([
  ['image_url', MEDIA_TOKENS.image],
  ['input_image', MEDIA_TOKENS.image],
  ['input_audio', MEDIA_TOKENS.audio],
  ['audio_url', MEDIA_TOKENS.audio],
  ['file', MEDIA_TOKENS.file],
  ['input_file', MEDIA_TOKENS.file],
  ['video_url', MEDIA_TOKENS.video],
  ['video', MEDIA_TOKENS.video],
]);
const PART_NAME_BYTES_MAX = 11;
/** The longest text name, every letter escaped. */
const ESCAPED_NAME_BYTES_MAX = 54;

/** Names under which a model reads text: there even a data URL is text. */
const TEXT_NAMES = new Set(['text', 'content', 'arguments', 'input', 'prompt', 'name', 'suffix']);
/** Names that hold base64 without saying so. */
const BASE64_NAMES = new Set(['data', 'file_data']);

/**
 * Hundredths of tokens of messages or inputs as they stand in a body, without parsing: jumps from
 * string to string. Content parts are told by their `type`, and encoded bytes count as the medium
 * that they are.
 */
export function weighRawJson(bytes: Uint8Array, { name, start, end }: TopLevelMember): number {
  const walk: Walk = { bytes, end, name, partSeen: false, weight: SEPARATOR_WEIGHT };
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) at = weighString(walk, at);
    else {
      if (byte === COMMA) walk.weight += SEPARATOR_WEIGHT;
      at++;
    }
  }
  return walk.weight;
}

interface Walk {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** The member whose value is being read. */
  name: string;
  /** A medium was counted by its type; its bytes come next and cost no more. */
  partSeen: boolean;
  weight: number;
}

/** Weighs the string that opens at `open` and answers where it ends. */
function weighString(walk: Walk, open: number): number {
  const { bytes, end } = walk;
  const skipped = skipString(bytes, open, end);
  const close = skipped === -1 ? end : skipped;
  const from = open + 1;
  const to = close - 1;
  if (bytes[skipSpace(bytes, close, end)] === COLON) {
    walk.weight += SEPARATOR_WEIGHT;
    walk.name = readName(bytes, from, to);
  } else if (isMedium(walk, from, to)) {
    if (!walk.partSeen) walk.weight += 100 * MEDIA_TOKENS.other;
    walk.partSeen = false;
  } else {
    walk.weight += weighUtf8(bytes, from, to);
    if (to - from <= PART_NAME_BYTES_MAX) weighPart(walk, from, to);
  }
  return close;
}

function weighPart(walk: Walk, from: number, to: number): void {
  if (walk.name === 'type') {
    const tokens = PART_TOKENS.get(readAscii(walk.bytes, from, to));
    walk.partSeen = tokens !== undefined;
    if (tokens !== undefined) walk.weight += 100 * tokens;
  } else if (walk.name === 'detail' && readAscii(walk.bytes, from, to) === 'low') {
    walk.weight -= 100 * (MEDIA_TOKENS.image - MEDIA_TOKENS.imageLow);
  }
}

/** Bytes in disguise: `data:image/png;base64,…`, or base64 under a name that says so. */
function isMedium({ bytes, name }: Walk, from: number, to: number): boolean {
  if (to - from < MEDIA_BYTES_MIN || TEXT_NAMES.has(name)) return false;
  return BASE64_NAMES.has(name) || readAscii(bytes, from, from + 5) === 'data:';
}

/** A name with escapes may spell any of the text names, so it counts as one. */
function readName(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > ESCAPED_NAME_BYTES_MAX) return '';
  const name = readAscii(bytes, from, to);
  return name.includes('\\') ? 'text' : name;
}

function readAscii(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
