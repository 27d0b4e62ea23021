/**
 * Comparisons per byte above which content was crafted to resemble the needle. A file of only the characters
 * that clients build boundaries from takes an eighth.
 */
const COMPARISONS_A_BYTE = 0.5;
const COMPARISONS_FREE = 65_536;

/** Content that was crafted to resemble the needle almost everywhere. */
export class PathologicalInput extends Error {}

/**
 * Finds a byte sequence with Horspool's algorithm, which skips most of the bytes. Gives up (PathologicalInput) on
 * content crafted for the algorithm's worst case, so that any search is linear.
 */
export class ByteFinder {
  readonly #needle: Uint8Array;
  readonly #steps = new Uint8Array(256);
  /** Number of bytes compared so far. */
  comparisons = 0;

  /** The needle has 1 to 255 bytes. */
  constructor(needle: Uint8Array) {
    this.#needle = needle;
    const last = needle.length - 1;
    this.#steps.fill(needle.length);
    for (let at = 0; at < last; at++) this.#steps[needle[at] as number] = last - at;
  }

  /** Returns its position from `from` on; -1 if it does not occur. Throws PathologicalInput. */
  find(bytes: Uint8Array, from: number): number {
    return this.#search(bytes, from, true);
  }

  /**
   * Whether it occurs. Never gives up: at most the needle's length is compared per byte, which is for short
   * needles of our own.
   */
  isIn(bytes: Uint8Array): boolean {
    return this.#search(bytes, 0, false) !== -1;
  }

  #search(bytes: Uint8Array, from: number, givesUp: boolean): number {
    const needle = this.#needle;
    const last = needle.length - 1;
    const end = bytes.length - needle.length;
    const comparisonsMax = Math.max(COMPARISONS_A_BYTE, 2 / needle.length);
    let compared = 0;
    let match = -1;
    for (let at = from; at <= end; at += this.#steps[bytes[at + last] as number] as number) {
      let same = last;
      while (same >= 0 && bytes[at + same] === needle[same]) same--;
      compared += last - same + 1;
      if (same < 0) {
        match = at;
        break;
      }
      if (givesUp && compared > COMPARISONS_FREE + comparisonsMax * (at - from)) {
        this.comparisons += compared;
        throw new PathologicalInput('its content repeats its boundary');
      }
    }
    this.comparisons += compared;
    return match;
  }
}
