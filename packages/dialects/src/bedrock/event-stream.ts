import { concatBytes } from '../json/concat-bytes.ts';
import { decodeText } from '../json/parse-json.ts';
import { crc32 } from './crc32.ts';

/** One message of an AWS event stream. The payload is only valid during the call. */
export interface EventStreamMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** Two lengths and their checksum, in bytes. */
const PRELUDE = 12;
const CHECKSUM = 4;
const MESSAGE_MAX = 16 * 1024 * 1024;
const STRING_TYPE = 7;
/** Bytes of the values of the other header types, which are skipped; -1: preceded by their length. */
const VALUE_SIZES: readonly number[] = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];

/**
 * Splits AWS's binary event stream into messages, wherever the chunks are cut, and verifies both checksums.
 * After corruption it reads nothing more. Source: AWS, event stream encoding
 * (application/vnd.amazon.eventstream).
 */
export class EventStreamReader {
  /** The bytes are not an event stream, or are corrupt. */
  broken = false;
  readonly #onMessage: (message: EventStreamMessage) => void;
  /** The pieces of an incomplete message, and how many bytes are needed to continue. */
  #held: Uint8Array[] = [];
  #heldLength = 0;
  #needed = PRELUDE;

  constructor(onMessage: (message: EventStreamMessage) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Uint8Array): void {
    if (this.broken || chunk.length === 0) return;
    this.#heldLength += chunk.length;
    const isEnough = this.#heldLength >= this.#needed;
    // The chunk's memory belongs to the caller: what is kept is copied.
    this.#held.push(isEnough ? chunk : chunk.slice());
    if (isEnough) this.#read(concatBytes(this.#held));
  }

  #read(work: Uint8Array): void {
    let at = 0;
    this.#needed = PRELUDE;
    while (!this.broken) {
      const length = this.#messageLength(work, at);
      if (length !== undefined) this.#needed = length;
      if (length === undefined || at + length > work.length) break;
      this.#take(work, at, at + length);
      at += length;
      this.#needed = PRELUDE;
    }
    this.#heldLength = this.broken ? 0 : work.length - at;
    this.#held = this.#heldLength === 0 ? [] : [work.slice(at)];
  }

  /** Undefined until the prelude is complete; an invalid one breaks the stream. */
  #messageLength(work: Uint8Array, at: number): number | undefined {
    if (work.length - at < PRELUDE) return undefined;
    const length = readWord(work, at);
    const isValid =
      length >= PRELUDE + CHECKSUM &&
      length <= MESSAGE_MAX &&
      readWord(work, at + 4) <= length - PRELUDE - CHECKSUM &&
      readWord(work, at + 8) === crc32(work, at, at + 8);
    if (!isValid) this.broken = true;
    return isValid ? length : undefined;
  }

  #take(work: Uint8Array, start: number, end: number): void {
    const headersEnd = start + PRELUDE + readWord(work, start + 4);
    if (readWord(work, end - CHECKSUM) !== crc32(work, start, end - CHECKSUM)) {
      this.broken = true;
      return;
    }
    const headers = readHeaders(work, start + PRELUDE, headersEnd);
    if (!headers) this.broken = true;
    else this.#onMessage({ headers, payload: work.subarray(headersEnd, end - CHECKSUM) });
  }
}

function readHeaders(
  work: Uint8Array,
  start: number,
  end: number,
): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  let at = start;
  while (at < end) {
    const nameEnd = at + 1 + (work[at] ?? 0);
    const name = decodeText(work.subarray(at + 1, nameEnd));
    const type = work[nameEnd] ?? 0xff;
    const size = VALUE_SIZES[type];
    if (size === undefined) return undefined;
    const valueStart = nameEnd + 1 + (size === -1 ? 2 : 0);
    const length = size === -1 ? ((work[nameEnd + 1] ?? 0) << 8) | (work[nameEnd + 2] ?? 0) : size;
    at = valueStart + length;
    if (at > end) return undefined;
    if (type === STRING_TYPE) headers[name] = decodeText(work.subarray(valueStart, at));
  }
  return headers;
}

function readWord(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
