import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { ByteFinder, PathologicalInput } from './find-bytes.ts';
import { isPadding, PADDING_BYTES_MAX } from './padding.ts';
import { HEADER_BYTES_MAX, type PartHeaders, readPartHeaders } from './part-headers.ts';

/** Receives the parts of a form one by one. */
export interface FormListener {
  part(headers: PartHeaders): void;
  /** Receives content of the current part. */
  data(bytes: Uint8Array): void;
  partEnd(): void;
}

/** A body that is not a form, or is one that two readers could interpret differently. */
export class FormFault extends Error {}

const PARTS_MAX = 32;
const BLANK_LINE = new ByteFinder(encodeText('\r\n\r\n'));
const EMPTY = new Uint8Array();
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

type State = 'start' | 'delimiter' | 'headers' | 'content' | 'end';

/**
 * Reads a multipart/form-data body incrementally: lines end with CRLF, nothing precedes the first delimiter,
 * only whitespace follows the last one, and the boundary appears only in delimiters. Buffers at most the
 * headers of a part. Takes linear time however the body is cut.
 */
export class FormReader {
  readonly #listener: FormListener;
  readonly #delimiter: Uint8Array;
  readonly #finder: ByteFinder;
  #state: State = 'start';
  /** Received bytes whose meaning is still open. */
  #rest: Uint8Array = EMPTY;
  #parts = 0;
  /** How many bytes at the front belong to the blank line before the content. */
  #contentStart = 0;

  constructor(boundary: string, listener: FormListener) {
    this.#delimiter = encodeText(`--${boundary}`);
    this.#finder = new ByteFinder(this.#delimiter);
    this.#listener = listener;
  }

  /** Reads the next bytes. Throws FormFault. */
  push(bytes: Uint8Array): void {
    let unread = this.#rest.length === 0 ? bytes : join(this.#rest, bytes);
    this.#rest = EMPTY;
    for (;;) {
      const next = this.#tryStep(unread);
      if (next === undefined) break;
      unread = next;
    }
    // A copy, so that a few bytes do not keep a large chunk in memory.
    this.#rest = unread.slice();
  }

  #tryStep(unread: Uint8Array): Uint8Array | undefined {
    try {
      return this.#step(unread);
    } catch (error) {
      throw error instanceof PathologicalInput ? new FormFault(error.message) : error;
    }
  }

  /** Ends the body. Throws FormFault if the form is incomplete. */
  finish(): void {
    if (this.#state !== 'end') throw new FormFault('its last boundary is missing');
  }

  /** Consumes what is certain from the front; undefined if more bytes are needed. */
  #step(bytes: Uint8Array): Uint8Array | undefined {
    if (this.#state === 'content') return this.#readContent(bytes);
    if (this.#state === 'start') return this.#readStart(bytes);
    if (this.#state === 'delimiter') return this.#readDelimiter(bytes);
    return this.#state === 'headers' ? this.#readHeaders(bytes) : this.#readEnd(bytes);
  }

  #readStart(bytes: Uint8Array): Uint8Array | undefined {
    const from = bytes[0] === CARRIAGE_RETURN ? 2 : 0;
    const end = from + this.#delimiter.length;
    if (bytes.length < Math.max(end, 1)) return undefined;
    if (
      (from === 2 && bytes[1] !== LINE_FEED) ||
      this.#finder.find(bytes.subarray(0, end), 0) !== from
    )
      throw new FormFault('it does not begin with its boundary');
    this.#state = 'delimiter';
    return bytes.subarray(end);
  }

  #readDelimiter(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length < 2) return undefined;
    if (bytes[0] === DASH && bytes[1] === DASH) {
      this.#state = 'end';
      return bytes.subarray(2);
    }
    let at = 0;
    while (bytes[at] === SPACE || bytes[at] === TAB) at += 1;
    if (at > PADDING_BYTES_MAX) throw new FormFault('its boundary occurs inside a part');
    if (bytes.length < at + 2) return undefined;
    if (bytes[at] !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED)
      throw new FormFault('its boundary occurs inside a part');
    this.#parts += 1;
    if (this.#parts > PARTS_MAX) throw new FormFault(`it has more than ${PARTS_MAX} parts`);
    this.#state = 'headers';
    // The line end is kept: a part without headers has its blank line right here.
    return bytes.subarray(at);
  }

  #readHeaders(bytes: Uint8Array): Uint8Array | undefined {
    const blank = BLANK_LINE.find(bytes.subarray(0, HEADER_BYTES_MAX), 0);
    if (blank === -1) {
      if (bytes.length >= HEADER_BYTES_MAX)
        throw new FormFault(`the headers of a part do not end within ${HEADER_BYTES_MAX} bytes`);
      return undefined;
    }
    const headers = readPartHeaders(decodeText(bytes.subarray(2, Math.max(2, blank))));
    if (typeof headers === 'string') throw new FormFault(headers);
    this.#state = 'content';
    this.#listener.part(headers);
    // So is this one: if the content is empty, it belongs to the delimiter.
    this.#contentStart = 2;
    return bytes.subarray(blank + 2);
  }

  #readContent(bytes: Uint8Array): Uint8Array | undefined {
    const delimiterAt = this.#finder.find(bytes, 0);
    if (delimiterAt === -1) {
      // Holds back a possible start of a line end and delimiter.
      const safe = bytes.length - this.#delimiter.length - 1;
      if (safe <= this.#contentStart) return undefined;
      this.#listener.data(bytes.subarray(this.#contentStart, safe));
      this.#contentStart = 0;
      return bytes.subarray(safe);
    }
    const end = delimiterAt - 2;
    if (end < 0 || bytes[end] !== CARRIAGE_RETURN || bytes[end + 1] !== LINE_FEED)
      throw new FormFault('its boundary occurs inside a part');
    if (end > this.#contentStart) this.#listener.data(bytes.subarray(this.#contentStart, end));
    this.#state = 'delimiter';
    this.#listener.partEnd();
    return bytes.subarray(delimiterAt + this.#delimiter.length);
  }

  #readEnd(bytes: Uint8Array): undefined {
    if (!isPadding(bytes)) throw new FormFault('something follows its last boundary');
    return undefined;
  }
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
