/** Comparisons a byte beyond which bytes are made to look like the needle: chance comes nowhere near. */
const COMPARISONS_A_BYTE = 4;
const COMPARISONS_FREE = 4096;

/**
 * Finds one sequence of bytes in others: by Horspool's steps, which skip most of what they pass, and
 * step by step where they turn out to be made for that method's worst case. Linear for any bytes.
 */
export class ByteFinder {
  readonly #needle: Uint8Array;
  readonly #steps = new Uint8Array(256);
  /** For each prefix of the needle the longest shorter prefix that ends it, where that is needed. */
  #borders: Uint8Array | undefined;
  /** Bytes compared so far. */
  comparisons = 0;

  /** The needle has 1 to 255 bytes. */
  constructor(needle: Uint8Array) {
    this.#needle = needle;
    const last = needle.length - 1;
    this.#steps.fill(needle.length);
    for (let at = 0; at < last; at++) this.#steps[needle[at] as number] = last - at;
  }

  /** Where it stands at `from` or later; -1 when it does not. */
  find(bytes: Uint8Array, from: number): number {
    const needle = this.#needle;
    const last = needle.length - 1;
    const end = bytes.length - needle.length;
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
      if (compared > COMPARISONS_FREE + COMPARISONS_A_BYTE * (at - from)) {
        found = this.#findStepwise(bytes, at);
        break;
      }
    }
    this.comparisons += compared;
    return found;
  }

  /** By Knuth, Morris and Pratt: slower, but no byte is compared more than twice. */
  #findStepwise(bytes: Uint8Array, from: number): number {
    const needle = this.#needle;
    const borders = (this.#borders ??= bordersOf(needle));
    let same = 0;
    let compared = 0;
    let at = from;
    while (at < bytes.length && same < needle.length) {
      compared++;
      if (bytes[at] === needle[same]) {
        at++;
        same++;
      } else if (same === 0) at++;
      else same = borders[same - 1] as number;
    }
    this.comparisons += compared;
    return same === needle.length ? at - same : -1;
  }
}

function bordersOf(needle: Uint8Array): Uint8Array {
  const borders = new Uint8Array(needle.length);
  let same = 0;
  for (let at = 1; at < needle.length; at++) {
    while (same > 0 && needle[at] !== needle[same]) same = borders[same - 1] as number;
    if (needle[at] === needle[same]) same++;
    borders[at] = same;
  }
  return borders;
}
