const EMPTY = Buffer.alloc(0);
/** How many chunks make a run, and the size in bytes below which those of a run are small on average. */
const RUN_CHUNKS = 256;
const SMALL_BYTES = 1024;

/**
 * Collects the chunks of a body. Each takes some 200 bytes besides its own, so senders of single bytes would
 * take hundreds of times the memory that is counted for them: runs of small chunks are joined as they arrive.
 */
export class ChunkList {
  /** Total bytes. */
  #bytes = 0;
  /** The only chunk so far: most bodies have just one. */
  #only: Buffer | undefined;
  #runs: JoinedRuns | undefined;

  get bytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#runs) this.#runs.push(chunk);
    else if (this.#only) {
      this.#runs = new JoinedRuns(this.#only, chunk);
      this.#only = undefined;
    } else this.#only = chunk;
  }

  /** Returns all bytes, and forgets them. A single chunk is not copied. */
  take(): Buffer {
    const all = this.#only ?? this.#runs?.join() ?? EMPTY;
    this.clear();
    return all;
  }

  clear(): void {
    this.#only = this.#runs = undefined;
    this.#bytes = 0;
  }
}

class JoinedRuns {
  readonly #chunks: Buffer[];
  #bytes: number;
  /** Where the current run begins: chunks before it, and their bytes. */
  #runStart = 0;
  #runOffset = 0;

  constructor(first: Buffer, second: Buffer) {
    this.#chunks = [first, second];
    this.#bytes = first.length + second.length;
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#chunks.push(chunk) - this.#runStart === RUN_CHUNKS) this.#endRun();
  }

  join(): Buffer {
    return Buffer.concat(this.#chunks, this.#bytes);
  }

  #endRun(): void {
    const chunks = this.#chunks;
    const runBytes = this.#bytes - this.#runOffset;
    if (runBytes < RUN_CHUNKS * SMALL_BYTES)
      chunks.push(Buffer.concat(chunks.splice(this.#runStart), runBytes));
    this.#runStart = chunks.length;
    this.#runOffset = this.#bytes;
  }
}
