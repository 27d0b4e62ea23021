import { MalformedResponse } from './response-head.ts';

const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;
const SPACE = 0x20;
const TAB = 0x09;
const DELETE = 0x7f;
/** Limit of a chunk's size line with its extensions, for the last chunk including all trailers. */
const LINES_BYTES_MAX = 16 * 1024;
const SIZE_DIGITS_MAX = 12;

/** The state of the parser: what it expects next. */
type Expected =
  | 'size'
  | 'after-size'
  | 'extension'
  | 'size-end'
  | 'data'
  | 'data-end-cr'
  | 'data-end-lf'
  | 'trailer-start'
  | 'trailer'
  | 'trailer-end'
  | 'last-lf';

/** Parses a chunked body (RFC 9112, 7.1). Extensions and trailers are skipped. */
export class ChunkedBody {
  #expected: Expected = 'size';
  #size = 0;
  #digits = 0;
  #remaining = 0;
  #lineBytes = 0;

  /**
   * Parses `bytes` from offset `at`. Passes each range of data to `onData`. Returns where the body ended, or
   * -1 if it continues. Throws MalformedResponse.
   */
  read(bytes: Uint8Array, at: number, onData: (start: number, end: number) => void): number {
    let position = at;
    while (position < bytes.length) {
      if (this.#expected === 'data') {
        const end = Math.min(bytes.length, position + this.#remaining);
        this.#remaining -= end - position;
        if (this.#remaining === 0) this.#expected = 'data-end-cr';
        onData(position, end);
        position = end;
        continue;
      }
      if (this.#take(bytes[position] as number)) return position + 1;
      position += 1;
    }
    return -1;
  }

  /** Consumes one byte of framing; returns true for the last one of the body. */
  #take(byte: number): boolean {
    switch (this.#expected) {
      case 'size':
        return this.#takeSize(byte);
      case 'after-size':
        this.#takeAfterSize(byte);
        return false;
      case 'extension':
        this.#countLine();
        if (byte === CR) this.#expected = 'size-end';
        else if (isControl(byte)) throw new MalformedResponse('a bad chunk extension');
        return false;
      case 'size-end':
        this.#need(byte, LF);
        this.#beginData();
        return false;
      case 'data-end-cr':
        this.#need(byte, CR);
        this.#expected = 'data-end-lf';
        return false;
      case 'data-end-lf':
        this.#need(byte, LF);
        this.#expected = 'size';
        return false;
      case 'last-lf':
        this.#need(byte, LF);
        return true;
      default:
        this.#takeTrailer(byte);
        return false;
    }
  }

  #takeSize(byte: number): boolean {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#digits += 1;
      if (this.#digits > SIZE_DIGITS_MAX) throw new MalformedResponse('a chunk too large');
      this.#size = this.#size * 16 + digit;
      return false;
    }
    if (this.#digits === 0) throw new MalformedResponse('a chunk without a size');
    this.#takeAfterSize(byte);
    return false;
  }

  /** Some servers pad the size with blanks; a second number would be another size to some parsers. */
  #takeAfterSize(byte: number): void {
    this.#countLine();
    if (byte === CR) this.#expected = 'size-end';
    else if (byte === SEMICOLON) this.#expected = 'extension';
    else if (byte === SPACE || byte === TAB) this.#expected = 'after-size';
    else throw new MalformedResponse('a bad chunk size');
  }

  #beginData(): void {
    this.#remaining = this.#size;
    this.#expected = this.#size === 0 ? 'trailer-start' : 'data';
    this.#size = 0;
    this.#digits = 0;
    this.#lineBytes = 0;
  }

  #takeTrailer(byte: number): void {
    this.#countLine();
    if (this.#expected === 'trailer-end') {
      this.#need(byte, LF);
      this.#expected = 'trailer-start';
    } else if (byte === CR)
      this.#expected = this.#expected === 'trailer-start' ? 'last-lf' : 'trailer-end';
    else if (isControl(byte)) throw new MalformedResponse('a bad trailer');
    else this.#expected = 'trailer';
  }

  #need(byte: number, expected: number): void {
    if (byte !== expected) throw new MalformedResponse('a chunk that ends badly');
  }

  #countLine(): void {
    this.#lineBytes += 1;
    if (this.#lineBytes > LINES_BYTES_MAX) throw new MalformedResponse('too much beside the data');
  }
}

function isControl(byte: number): boolean {
  return (byte < SPACE && byte !== TAB) || byte === DELETE;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
