import { audioLength } from '../audio/audio-length.ts';
import { decodeBase64 } from './decode-base64.ts';

/** No model takes a longer prompt at once: 9 hours of sound, or an hour of video. */
export const ENDLESS_TOKENS = 1_048_576;
/** Google counts 32 for a second of sound, and nobody more. */
const SECOND_TOKENS = 32;
/** Silence may be 0.6 seconds a byte, and base64 takes four bytes for three. */
const TOKENS_A_BYTE = 0.45 * SECOND_TOKENS;
/** So many bytes of base64 of a prompt are decoded; the rest counts for the most that it can be. */
const DECODED_BYTES_MAX = 8_000_000;
const COMMA = 0x2c;
/** The part of a data URL before its bytes. */
const HEAD_BYTES_MAX = 200;

/** Counts the sound of one prompt, which comes as base64 or as data URLs. */
export class SoundCounter {
  /** The most tokens that it can be. */
  tokens = 0;
  #decoded = 0;
  /** What lies before was counted. */
  #end = 0;

  /** Counts what stands between two positions, once; they come in order. */
  add(bytes: Uint8Array, from: number, to: number): void {
    if (from < this.#end) return;
    this.#end = to;
    this.tokens += Math.min(ENDLESS_TOKENS, Math.ceil(this.#mostOf(bytes, from, to)));
  }

  #mostOf(bytes: Uint8Array, from: number, to: number): number {
    const unknown = (to - from) * TOKENS_A_BYTE;
    this.#decoded += to - from;
    if (this.#decoded > DECODED_BYTES_MAX) return unknown;
    const sound = decodeBase64(bytes, startOf(bytes, from, to), to);
    return sound ? audioLength(sound).most * SECOND_TOKENS : unknown;
  }
}

/** Where the bytes of a data URL begin; `from` for base64 without one. */
function startOf(bytes: Uint8Array, from: number, to: number): number {
  const comma = bytes.subarray(from, Math.min(to, from + HEAD_BYTES_MAX)).indexOf(COMMA);
  return from + comma + 1;
}
