/** Finds one sequence of bytes in others: by Horspool's steps, which skip most of what they pass. */
export class ByteFinder {
  readonly #needle: Uint8Array;
  readonly #steps = new Uint8Array(256);

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
    for (let at = from; at <= end; at += this.#steps[bytes[at + last] as number] as number) {
      let same = last;
      while (same >= 0 && bytes[at + same] === needle[same]) same--;
      if (same < 0) return at;
    }
    return -1;
  }
}
