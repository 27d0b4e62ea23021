import { KnownBeginning } from '../json/known-beginning.ts';

/** Headers longer than this, in bytes, are not remembered. */
const HEADER_MAX = 1024;
/** Learning stops after this many different headers (a timestamp in each chunk). */
const LEARNED_MAX = 4;

/**
 * All chunks of a stream begin with the same members (id, created, model …) up to `choices`. Once such a
 * beginning has been scanned without finding anything of interest, the scan of a chunk with exactly the same
 * bytes can start after them.
 */
export class ChunkHeader {
  #header: KnownBeginning | undefined;
  #learned = 0;

  /** Returns where the scan can start. */
  skip(bytes: Uint8Array, start: number, end: number): number {
    const header = this.#header;
    if (header === undefined || end - start < header.length) return start;
    return header.isAt(bytes, start) ? start + header.length : start;
  }

  /** Remembers the bytes from the chunk's start to its `choices`. */
  learn(bytes: Uint8Array, start: number, choices: number): void {
    if (this.#learned >= LEARNED_MAX || choices - start > HEADER_MAX) return;
    this.#learned++;
    this.#header = new KnownBeginning(bytes.subarray(start, choices));
  }
}
