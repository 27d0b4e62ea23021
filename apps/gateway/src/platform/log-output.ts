import { writeSync } from 'node:fs';
import { writeAllSync } from './write-all-sync.ts';

const STDOUT = 1;
/** Lines that wait for a slow reader of a pipe. */
const WAITING_BYTES_MAX = 1024 * 1024;
const RETRY_MS = 50;
/** About a second. */
const LAST_PAUSES_MAX = 50;
const LINE_END = 0x0a;

export interface LogOutputOptions {
  /** Writes what fits at once and returns how many bytes that were; throws like `writeSync`. */
  write?: (bytes: Buffer) => number;
  /** Calls `run` a moment later. */
  later?: (run: () => void) => void;
}

/**
 * The log's way to standard output, which never stops or ends the process. Lines that cannot be written (a full
 * disk, a terminal or reader that is gone) are lost; while the reader of a pipe is slow, they wait in memory,
 * up to a limit.
 */
export class LogOutput {
  readonly #write: (bytes: Buffer) => number;
  readonly #later: (run: () => void) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** The last byte written ended a line. */
  #isAtLineStart = true;
  /** A line broke off: the next one must not continue it. */
  #isBroken = false;
  #isRetrying = false;

  constructor({
    write = (bytes) => writeSync(STDOUT, bytes),
    later = (run) => void setTimeout(run, RETRY_MS).unref(),
  }: LogOutputOptions = {}) {
    this.#write = write;
    this.#later = later;
  }

  write(line: string): void {
    const bytes = Buffer.from(this.#isBroken ? `\n${line}` : line);
    if (this.#waitingBytes + bytes.length > WAITING_BYTES_MAX) return;
    this.#isBroken = false;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#isRetrying) this.flushSync();
  }

  /** Writes what waits, as far as that is possible at once. */
  flushSync(): void {
    for (let [bytes] = this.#waiting; bytes; [bytes] = this.#waiting) {
      const written = this.#writeSome(bytes);
      if (written === undefined) return;
      this.#waitingBytes -= written;
      if (written < bytes.length) this.#waiting[0] = bytes.subarray(written);
      else this.#waiting.shift();
      if (written > 0) this.#isAtLineStart = bytes[written - 1] === LINE_END;
    }
  }

  /** Writes what waits when the process ends, if its reader takes it within a second. */
  end(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#drop();
    writeAllSync(bytes, { write: this.#write, pausesMax: LAST_PAUSES_MAX });
  }

  /** Returns the number of bytes written; undefined if nothing can be written now. */
  #writeSome(bytes: Buffer): number | undefined {
    try {
      return this.#write(bytes);
    } catch (error) {
      if ((error as { code?: string }).code === 'EAGAIN') this.#retryLater();
      else this.#drop();
      return undefined;
    }
  }

  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    this.#later(() => {
      this.#isRetrying = false;
      this.flushSync();
    });
  }

  #drop(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#isBroken = !this.#isAtLineStart;
  }
}
