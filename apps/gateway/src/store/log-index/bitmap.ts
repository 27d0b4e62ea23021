/**
 * The log is divided into chunks of this many ids. A chunk is scanned at once, so it must be short; its index
 * has a row for each distinct value, so it must be long.
 */
export const CHUNK = 16_384;

const WORDS = CHUNK / 32;
const BITS_BYTES = CHUNK / 8;

/** Positions in a chunk, one bit each. */
export type Bitmap = Uint32Array;

export function emptyBitmap(): Bitmap {
  return new Uint32Array(WORDS);
}

/**
 * Encodes few positions as a list of two-byte numbers, many as the bits of the chunk, whichever is shorter.
 */
export function encodeBitmap(positions: readonly number[]): Buffer {
  if (positions.length * 2 < BITS_BYTES) return Buffer.from(Uint16Array.from(positions).buffer);
  const set = emptyBitmap();
  for (const position of positions) setBit(set, position);
  return Buffer.from(set.buffer);
}

/** Adds encoded positions to a set. */
export function mergeEncoded(set: Bitmap, encoded: Uint8Array): void {
  // A copy, because multi-byte numbers must be aligned to their size.
  const { buffer } = Uint8Array.from(encoded);
  if (encoded.byteLength < BITS_BYTES) {
    for (const position of new Uint16Array(buffer)) setBit(set, position);
    return;
  }
  const bits = new Uint32Array(buffer);
  for (let word = 0; word < WORDS; word += 1) set[word] = at(set, word) | at(bits, word);
}

/** Keeps in a set only what is also in another one. */
export function intersectInto(set: Bitmap, other: Bitmap): void {
  for (let word = 0; word < WORDS; word += 1) set[word] = at(set, word) & at(other, word);
}

/** Lists the positions of a set, the last first. */
export function listPositions(set: Bitmap): number[] {
  const positions: number[] = [];
  for (let word = WORDS - 1; word >= 0; word -= 1) {
    let remaining = at(set, word);
    while (remaining !== 0) {
      const bit = 31 - Math.clz32(remaining);
      positions.push(word * 32 + bit);
      remaining &= ~(1 << bit);
    }
  }
  return positions;
}

function setBit(set: Bitmap, position: number): void {
  set[position >>> 5] = at(set, position >>> 5) | (1 << (position & 31));
}

function at(set: Bitmap, word: number): number {
  return set[word] as number;
}
