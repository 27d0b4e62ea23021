const EMPTY = Buffer.alloc(0);
/** How many chunks make a run, and the size in bytes below which those of a run are small on average. */
const RUN_CHUNKS = 256;
const SMALL_BYTES = 1024;

/**
 * Collects the chunks of a body. Each takes some 200 bytes besides its own, so senders of single bytes would
 * take hundreds of times the memory that is counted for them: runs of small chunks are joined as they arrive.
 */
export class ChunkList {
  #chunks: Buffer[] = [];
  /** Total bytes. */
  #bytes = 0;
  /** Where the current run begins: chunks before it, and their bytes. */
  #runStart = 0;
  #runOffset = 0;

  get bytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#chunks.push(chunk) - this.#runStart === RUN_CHUNKS) this.#endRun();
  }

  #endRun(): void {
    const chunks = this.#chunks;
    const runBytes = this.#bytes - this.#runOffset;
    if (runBytes < RUN_CHUNKS * SMALL_BYTES)
      chunks.push(Buffer.concat(chunks.splice(this.#runStart), runBytes));
    this.#runStart = chunks.length;
    this.#runOffset = this.#bytes;
  }

  /** Returns all bytes, and forgets them. A single chunk is not copied. */
  take(): Buffer {
    const chunks = this.#chunks;
    const bytes = this.#bytes;
    this.clear();
    if (chunks.length === 1) return chunks[0] as Buffer;
    return chunks.length === 0 ? EMPTY : Buffer.concat(chunks, bytes);
  }

  clear(): void {
    this.#chunks = [];
    this.#bytes = this.#runStart = this.#runOffset = 0;
  }
}
