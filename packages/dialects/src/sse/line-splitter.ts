import { concatBytes } from '../json/concat-bytes.ts';

import { skipSpace } from '../json/scan-value.ts';
import { isTooComplex } from './event-limits.ts';

const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const NO_BYTES = new Uint8Array();

/**
 * Splits a byte stream into lines, wherever the chunks are cut; for one JSON object per line. Skips lines
 * that do not begin an object: parsing each would cost far more than reading it.
 */
export class LineSplitter {
  /** A line was too large or too complex; nothing more is read. */
  overflown = false;
  readonly #maxLineBytes: number;
  readonly #onLine: (line: Uint8Array) => void;
  #held: Uint8Array[] = [];
  #heldLength = 0;

  /** The line is only valid during the call. */
  constructor(maxLineBytes: number, onLine: (line: Uint8Array) => void) {
    this.#maxLineBytes = maxLineBytes;
    this.#onLine = onLine;
  }

  /** Bytes of the unfinished line. */
  get bufferedBytes(): number {
    return this.#heldLength;
  }

  push(chunk: Uint8Array): void {
    if (this.overflown) return;
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      this.finish();
      start = end + 1;
    }
    // The chunk's memory belongs to the caller: what is kept is copied.
    if (start < chunk.length) this.#hold(chunk.slice(start));
  }

  /** Handles an unfinished line at the end of the stream as a line. */
  finish(): void {
    if (this.overflown || this.#heldLength === 0) return;
    const [first = NO_BYTES] = this.#held;
    const line = this.#held.length === 1 ? first : concatBytes(this.#held);
    this.#held = [];
    this.#heldLength = 0;
    if (isTooComplex(line)) this.overflown = true;
    else if (opensObject(line)) this.#onLine(line);
  }

  #hold(chunk: Uint8Array): void {
    this.#held.push(chunk);
    this.#heldLength += chunk.length;
    if (this.#heldLength <= this.#maxLineBytes) return;
    this.overflown = true;
    this.#held = [];
    this.#heldLength = 0;
  }
}

function opensObject(line: Uint8Array): boolean {
  return line[skipSpace(line, 0, line.length)] === OPEN_BRACE;
}
