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
export function encodeBitmap(places: readonly number[]): Buffer {
  if (places.length * 2 < BITS_BYTES) return Buffer.from(Uint16Array.from(places).buffer);
  const set = emptyBitmap();
  for (const place of places) setBit(set, place);
  return Buffer.from(set.buffer);
}

/** Adds encoded positions to a set. */
export function mergeEncoded(set: Bitmap, encoded: Uint8Array): void {
  // A copy, because multi-byte numbers must be aligned to their size.
  const { buffer } = Uint8Array.from(encoded);
  if (encoded.byteLength < BITS_BYTES) {
    for (const place of new Uint16Array(buffer)) setBit(set, place);
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
  const places: number[] = [];
  for (let word = WORDS - 1; word >= 0; word -= 1) {
    let rest = at(set, word);
    while (rest !== 0) {
      const bit = 31 - Math.clz32(rest);
      places.push(word * 32 + bit);
      rest &= ~(1 << bit);
    }
  }
  return places;
}

function setBit(set: Bitmap, place: number): void {
  set[place >>> 5] = at(set, place >>> 5) | (1 << (place & 31));
}

function at(set: Bitmap, word: number): number {
  return set[word] as number;
}
