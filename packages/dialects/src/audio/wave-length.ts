import type { ByteReader } from './byte-reader.ts';
import type { ToldLength } from './told-length.ts';

/** Samples of so many bits each, whatever else the header says: PCM, floats, A-law and µ-law. */
const PLAIN = new Set([1, 3, 6, 7]);
const EXTENSIBLE = 0xfffe;

/**
 * Samples of what is there, whatever the header says of its size: it may come from a live source.
 * Of several formats the one counts by which it is longest, as readers differ in which they take.
 */
export function waveLength(file: ByteReader): ToldLength {
  let bytesASecond = Number.POSITIVE_INFINITY;
  let isPlain = true;
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.u32le(at + 4);
    if (file.has(at, 'fmt ')) {
      const code = file.u16le(at + 8);
      const isKnown = PLAIN.has(code === EXTENSIBLE ? file.u16le(at + 32) : code);
      const sampled = (file.u32le(at + 12) * file.u16le(at + 10) * file.u16le(at + 22)) / 8;
      isPlain &&= isKnown;
      bytesASecond = Math.min(bytesASecond, isKnown ? sampled : file.u32le(at + 16));
    }
    if (file.has(at, 'data')) {
      const seconds = bytesASecond > 0 ? (file.length - at - 8) / bytesASecond : 0;
      return isPlain && seconds > 0 ? { counted: seconds } : { written: seconds };
    }
    at += 8 + size + (size % 2);
  }
  return {};
}
