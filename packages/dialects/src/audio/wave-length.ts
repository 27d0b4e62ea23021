import type { ByteReader } from './byte-reader.ts';
import type { AudioDurations } from './audio-durations.ts';

/**
 * Formats with a fixed number of bits per sample, whatever else the header says: PCM, float, A-law and µ-law.
 */
const PLAIN = new Set([1, 3, 6, 7]);
const EXTENSIBLE = 0xfffe;
/** Most samples per byte: Microsoft's and IMA's ADPCM (at least two bits each), and GSM. */
const DENSE = new Map([
  [2, 4],
  [0x11, 4],
  [0x31, 5],
]);

/**
 * Counts the samples present, whatever size the header declares: live sources don't know it. With several
 * formats, the one that gives the longest duration counts, as players differ in which they use.
 */
export function waveLength(file: ByteReader): AudioDurations {
  let bytesASecond = Number.POSITIVE_INFINITY;
  let bytesPerSecondMin = Number.POSITIVE_INFINITY;
  let isPlain = true;
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.u32le(at + 4);
    if (file.has(at, 'fmt ')) {
      const code = file.u16le(at + 8);
      const codec = code === EXTENSIBLE ? file.u16le(at + 32) : code;
      const isKnown = PLAIN.has(codec);
      const samples = file.u32le(at + 12) * file.u16le(at + 10);
      const sampled = (samples * file.u16le(at + 22)) / 8;
      bytesPerSecondMin = Math.min(
        bytesPerSecondMin,
        isKnown ? sampled : samples / (DENSE.get(codec) ?? Infinity),
      );
      isPlain &&= isKnown;
      bytesASecond = Math.min(bytesASecond, isKnown ? sampled : file.u32le(at + 16));
    }
    if (file.has(at, 'data')) {
      const size = file.length - at - 8;
      const seconds = bytesASecond > 0 ? size / bytesASecond : 0;
      if (isPlain && seconds > 0) return { counted: seconds };
      return {
        declared: seconds,
        atMost: bytesPerSecondMin > 0 ? size / bytesPerSecondMin : undefined,
      };
    }
    at += 8 + size + (size % 2);
  }
  return {};
}
