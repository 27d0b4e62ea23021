import { BYTE_CLASSES, CLASS_COUNT, CONTINUATION, PAIR_COSTS, WIDE } from './character-classes.ts';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Texts up to this length are read whole, longer ones in windows. */
const WHOLE_BYTES = 256;
const WINDOW_BYTES = 64;
const WINDOWS_MAX = 32;
/** One window for so many bytes, up to the maximum. */
const BYTES_PER_WINDOW = 256;

/**
 * No long text counts less than this for each byte: who knows where the windows are could leave
 * them blank.
 */
export const BYTE_WEIGHT_MIN = 12;

/** Cost of a byte after another one: one look-up instead of three. */
export const BYTE_PAIRS = Uint8Array.from({ length: 65_536 }, (_, pair) => {
  const current = BYTE_CLASSES[pair & 0xff] as number;
  if (current === CONTINUATION) return 0;
  const before = BYTE_CLASSES[pair >> 8] as number;
  return PAIR_COSTS[(before === CONTINUATION ? WIDE : before) * CLASS_COUNT + current] ?? 0;
});

/** Counts the bytes that the token estimator reads one by one: what an estimate costs, on any machine. */
export interface ScanBudget {
  bytes: number;
}

/** The media of a prompt, noted while it is estimated. */
export interface PromptMedia {
  /** Bytes that no model reads as text. */
  bytes: number;
  /**
   * Those of which the length determines how much they hold: documents and what is not known, but no
   * images, and no sound that was counted.
   */
  longBytes: number;
  /** A document or video was told of, however it comes. */
  hasDocument: boolean;
  /** Bytes were met that need not be an image or sound: those of a document unpack to any length. */
  hasPacked: boolean;
  /** What they count for in the estimate, less the images. Tokens. */
  tokens: number;
  /** The most tokens of sound that is sent along. */
  soundTokens: number;
  /** A video, or what Google fetches by its address: it fills the longest prompt there is. */
  isEndless: boolean;
  /** How many of them are images, or may be. */
  images: number;
  /** Something is named by an address. */
  hasAddress: boolean;
  /** A file is named that only its provider, or its server, has. */
  hasFile: boolean;
}

/**
 * Token estimator of UTF-8, in hundredths of tokens; constant time for long texts. Escapes of
 * JSON count as what they are written with, a little more than what they mean.
 */
export function estimateUtf8Centitokens(
  bytes: Uint8Array,
  start: number,
  end: number,
  meter: ScanBudget,
): number {
  const length = end - start;
  if (length <= WHOLE_BYTES) {
    meter.bytes += length;
    return weighRange(bytes, start, end);
  }
  const windows = Math.min(WINDOWS_MAX, Math.ceil(length / BYTES_PER_WINDOW));
  const stride = Math.floor((length - WINDOW_BYTES) / (windows - 1));
  meter.bytes += windows * WINDOW_BYTES;
  let weight = 0;
  for (let index = 0; index < windows; index++) {
    const from = start + index * stride;
    weight += weighRange(bytes, from, from + WINDOW_BYTES);
  }
  return Math.ceil(
    Math.max((weight * length) / (WINDOW_BYTES * windows), length * BYTE_WEIGHT_MIN),
  );
}

function weighRange(bytes: Uint8Array, start: number, end: number): number {
  // Where a text begins a quote stands before it, or what only the window cut off.
  const first = start > 0 ? (bytes[start - 1] as number) : QUOTE;
  let before = first === QUOTE ? LINE_FEED : first;
  let weight = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    weight += BYTE_PAIRS[(before << 8) | byte] as number;
    before = byte;
  }
  return weight;
}
