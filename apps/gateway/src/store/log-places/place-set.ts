/**
 * The log is cut into chunks of this many ids. A chunk is read at once when it is looked through, so
 * it must be short; what is written down of it has a row for each value in it, so it must be long.
 */
export const CHUNK = 16_384;

const WORDS = CHUNK / 32;
const BITS_BYTES = CHUNK / 8;

/** Places in a chunk, a bit for each. */
export type PlaceSet = Uint32Array;

export function noPlaces(): PlaceSet {
  return new Uint32Array(WORDS);
}

/** Few places as a list of numbers of two bytes, many as the bits of the chunk, whichever is shorter. */
export function encodePlaces(places: readonly number[]): Buffer {
  if (places.length * 2 < BITS_BYTES) return Buffer.from(Uint16Array.from(places).buffer);
  const set = noPlaces();
  for (const place of places) addPlace(set, place);
  return Buffer.from(set.buffer);
}

/** Adds encoded places to a set. */
export function decodeInto(set: PlaceSet, encoded: Uint8Array): void {
  // A copy, as numbers of several bytes must begin at a multiple of their size.
  const { buffer } = Uint8Array.from(encoded);
  if (encoded.byteLength < BITS_BYTES) {
    for (const place of new Uint16Array(buffer)) addPlace(set, place);
    return;
  }
  const bits = new Uint32Array(buffer);
  for (let word = 0; word < WORDS; word += 1) set[word] = at(set, word) | at(bits, word);
}

/** Leaves in a set what is in another one too. */
export function keepCommon(set: PlaceSet, other: PlaceSet): void {
  for (let word = 0; word < WORDS; word += 1) set[word] = at(set, word) & at(other, word);
}

/** The places of a set, the last first. */
export function listPlaces(set: PlaceSet): number[] {
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

function addPlace(set: PlaceSet, place: number): void {
  set[place >>> 5] = at(set, place >>> 5) | (1 << (place & 31));
}

function at(set: PlaceSet, word: number): number {
  return set[word] as number;
}
