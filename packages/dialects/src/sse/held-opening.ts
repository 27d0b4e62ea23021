/** An opening is small; more than this is not kept. */
const BYTES_MAX = 1024 * 1024;

/**
 * The opening of a stream: what comes before the first token. It is held back, so that an upstream
 * that fails before, or only keeps its connection alive, can be replaced by another.
 */
export class HeldOpening {
  bytes = 0;
  #pieces: Uint8Array[] = [];

  /** Keeps copies of pieces that are only valid now. False where there is no room for them. */
  hold(pieces: readonly Uint8Array[]): boolean {
    if (this.bytes > BYTES_MAX) return false;
    for (const piece of pieces) {
      this.#pieces.push(piece.slice());
      this.bytes += piece.length;
    }
    return true;
  }

  /** What was held, in front of what follows it. */
  release(following: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.bytes === 0) return following;
    const held = this.#pieces;
    this.#pieces = [];
    this.bytes = 0;
    return [...held, ...following];
  }
}
