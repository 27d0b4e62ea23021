/**
 * Comparisons a byte beyond which bytes are made to look like the needle. A file of nothing but the
 * letters that a client makes its boundaries of takes an eighth.
 */
const COMPARISONS_A_BYTE = 0.5;
const COMPARISONS_FREE = 65_536;

/** Bytes that were made to look like the needle almost everywhere. */
export class TooAlike extends Error {}

/**
 * Finds one sequence of bytes in others by Horspool's steps, which skip most of what they pass.
 * Bytes made for that method's worst case are given up (TooAlike), so that it is linear for any.
 */
export class ByteFinder {
  readonly #needle: Uint8Array;
  readonly #steps = new Uint8Array(256);
  /** Bytes compared so far. */
  comparisons = 0;

  /** The needle has 1 to 255 bytes. */
  constructor(needle: Uint8Array) {
    this.#needle = needle;
    const last = needle.length - 1;
    this.#steps.fill(needle.length);
    for (let at = 0; at < last; at++) this.#steps[needle[at] as number] = last - at;
  }

  /** Its position at `from` or later; -1 when it does not. Throws TooAlike. */
  find(bytes: Uint8Array, from: number): number {
    const needle = this.#needle;
    const last = needle.length - 1;
    const end = bytes.length - needle.length;
    const most = Math.max(COMPARISONS_A_BYTE, 2 / needle.length);
    let compared = 0;
    let found = -1;
    for (let at = from; at <= end; at += this.#steps[bytes[at + last] as number] as number) {
      let same = last;
      while (same >= 0 && bytes[at + same] === needle[same]) same--;
      compared += last - same + 1;
      if (same < 0) {
        found = at;
        break;
      }
      if (compared > COMPARISONS_FREE + most * (at - from)) {
        this.comparisons += compared;
        throw new TooAlike('its content repeats its boundary');
      }
    }
    this.comparisons += compared;
    return found;
  }
}
