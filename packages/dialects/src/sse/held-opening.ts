import { HELD_PIECES_MAX } from './event-limits.ts';

/** Openings are small; no more than this, in bytes, is held. */
const BYTES_MAX = 1024 * 1024;

/**
 * The opening of a stream: everything before the first token. It is held back, so that an upstream that fails
 * earlier, or only keeps its connection alive, can be replaced by another.
 */
export class HeldOpening {
  bytes = 0;
  #chunks: Uint8Array[] = [];

  /** Holds copies of pieces that are only valid now. Returns false if there is no space for them. */
  hold(chunks: readonly Uint8Array[]): boolean {
    if (this.bytes > BYTES_MAX || this.#chunks.length > HELD_PIECES_MAX) return false;
    for (const chunk of chunks) {
      this.#chunks.push(chunk.slice());
      this.bytes += chunk.length;
    }
    return true;
  }

  /** Returns the held pieces, followed by the given ones. */
  release(following: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.bytes === 0) return following;
    const released = this.#chunks;
    this.#chunks = [];
    this.bytes = 0;
    return [...released, ...following];
  }
}
