/** Headers longer than this are not worth remembering. */
const HEADER_MAX = 1024;
/** After so many different headers (a time stamp in each chunk) learning stops. */
const LESSONS_MAX = 4;

/**
 * All chunks of a stream begin with the same members (id, created, model …) up to `choices`. Once
 * such a beginning was scanned and found to hold nothing of interest, a chunk that begins with
 * exactly the same bytes can be scanned from there.
 */
export class ChunkHeader {
  #bytes: Uint8Array = new Uint8Array();
  #view: DataView | undefined;
  #lessons = 0;

  /** Where scanning can start. */
  skip(bytes: Uint8Array, start: number, end: number): number {
    const header = this.#bytes;
    const length = header.length;
    const known = this.#view;
    if (known === undefined || end - start < length) return start;
    // Four bytes at a time: this comparison is half of the work on a chunk.
    const view = new DataView(bytes.buffer, bytes.byteOffset + start, length);
    let index = 0;
    for (; index + 4 <= length; index += 4) {
      if (known.getUint32(index) !== view.getUint32(index)) return start;
    }
    for (; index < length; index++) if (header[index] !== bytes[start + index]) return start;
    return start + length;
  }

  /** Remembers the bytes from the chunk's start to its `choices`. */
  learn(bytes: Uint8Array, start: number, choices: number): void {
    if (this.#lessons >= LESSONS_MAX || choices - start > HEADER_MAX) return;
    this.#lessons++;
    this.#bytes = new Uint8Array(bytes.subarray(start, choices));
    this.#view = new DataView(this.#bytes.buffer);
  }
}
