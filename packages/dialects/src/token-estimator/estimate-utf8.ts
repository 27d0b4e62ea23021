import type { UntypedParts } from './untyped-parts.ts';
import { BYTE_CLASSES, CLASS_COUNT, CONTINUATION, PAIR_COSTS, WIDE } from './character-classes.ts';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Texts up to this length are read completely, longer ones in windows. */
const WHOLE_BYTES = 256;
const WINDOW_BYTES = 64;
const WINDOWS_MAX = 32;
/** Bytes per window, up to the maximum number of windows. */
const BYTES_PER_WINDOW = 256;

/**
 * Minimum weight per byte of a long text: somebody who knows the positions of the windows could leave them
 * blank.
 */
export const BYTE_WEIGHT_MIN = 12;

/** Cost of a byte after another one: one lookup instead of three. */
export const BYTE_PAIRS = Uint8Array.from({ length: 65_536 }, (_, pair) => {
  const current = BYTE_CLASSES[pair & 0xff] as number;
  if (current === CONTINUATION) return 0;
  const before = BYTE_CLASSES[pair >> 8] as number;
  return PAIR_COSTS[(before === CONTINUATION ? WIDE : before) * CLASS_COUNT + current] ?? 0;
});

/**
 * Counts the bytes that the token estimator reads one by one: a measure of cost independent of the machine.
 */
export interface ScanBudget {
  bytes: number;
}

/** Media found while estimating a prompt. */
export interface PromptMedia {
  /** Bytes that no model reads as text. */
  bytes: number;
  /**
   * The part of them whose length limits their content: documents and unknown media, but neither images nor
   * measured audio.
   */
  longBytes: number;
  /** Contains a document or video, however it is sent. */
  hasDocument: boolean;
  /** Contains bytes other than images or audio: those of a document can unpack to any length. */
  hasCompressedMedia: boolean;
  /** Estimated tokens, without images. */
  tokens: number;
  /** Upper bound of the tokens of inline audio. */
  audioTokensMax: number;
  /** Contains a video, or media that Google fetches by URL, which may fill the longest prompt. */
  mayFillContext: boolean;
  /** Upper bound of the number of images. */
  images: number;
  /** References something by URL. */
  hasAddress: boolean;
  /** References a file that only its provider or server has. */
  hasFile: boolean;
  /** Parts that state no type, if it has members of such parts. */
  untyped?: UntypedParts | undefined;
}

/**
 * Estimates UTF-8 text in centitokens; takes constant time for long texts. JSON escapes are weighed as
 * written, slightly more than the characters that they represent.
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
    return estimateRange(bytes, start, end);
  }
  const windows = Math.min(WINDOWS_MAX, Math.ceil(length / BYTES_PER_WINDOW));
  const stride = Math.floor((length - WINDOW_BYTES) / (windows - 1));
  meter.bytes += windows * WINDOW_BYTES;
  let centitokens = 0;
  for (let index = 0; index < windows; index++) {
    const from = start + index * stride;
    centitokens += estimateRange(bytes, from, from + WINDOW_BYTES);
  }
  return Math.ceil(
    Math.max((centitokens * length) / (WINDOW_BYTES * windows), length * BYTE_WEIGHT_MIN),
  );
}

function estimateRange(bytes: Uint8Array, start: number, end: number): number {
  // The text's start is preceded by a quote, a window's by the byte that it cut off.
  const first = start > 0 ? (bytes[start - 1] as number) : QUOTE;
  let before = first === QUOTE ? LINE_FEED : first;
  let centitokens = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    centitokens += BYTE_PAIRS[(before << 8) | byte] as number;
    before = byte;
  }
  return centitokens;
}
