import { audioLength } from '../audio/audio-length.ts';
import { decodeBase64 } from './decode-base64.ts';

/** Longest prompt that any model accepts: 9 hours of audio, or an hour of video. */
export const ENDLESS_TOKENS = 1_048_576;
/** Google counts 32 tokens per second of audio, and nobody counts more. */
const SECOND_TOKENS = 32;
/** Silence may last 0.6 seconds per byte, and base64 takes four bytes for three. */
const TOKENS_A_BYTE = 0.45 * SECOND_TOKENS;
/** Most base64 bytes decoded per prompt; any further bytes count at their maximum. */
const DECODED_BYTES_MAX = 8_000_000;
const COMMA = 0x2c;
/** Longest prefix of a data URL, in bytes. */
const HEAD_BYTES_MAX = 200;

/** Counts the audio of one prompt, given as base64 or data URLs. */
export class AudioTokenCounter {
  /** Upper bound of its tokens. */
  tokens = 0;
  #decoded = 0;
  /** Everything before this position has been counted. */
  #end = 0;

  /** Counts the bytes between two positions once; ranges must be in order. */
  add(bytes: Uint8Array, from: number, to: number): void {
    if (from < this.#end) return;
    this.#end = to;
    this.tokens += Math.min(ENDLESS_TOKENS, Math.ceil(this.#mostOf(bytes, from, to)));
  }

  #mostOf(bytes: Uint8Array, from: number, to: number): number {
    const unknown = (to - from) * TOKENS_A_BYTE;
    this.#decoded += to - from;
    if (this.#decoded > DECODED_BYTES_MAX) return unknown;
    const audio = decodeBase64(bytes, startOf(bytes, from, to), to);
    return audio ? audioLength(audio).maximum * SECOND_TOKENS : unknown;
  }
}

/** Returns where a data URL's bytes begin; `from` for bare base64. */
function startOf(bytes: Uint8Array, from: number, to: number): number {
  const comma = bytes.subarray(from, Math.min(to, from + HEAD_BYTES_MAX)).indexOf(COMMA);
  return from + comma + 1;
}
