/** Pieces of a file that are looked at: some, and one for so many of its bytes. */
const LOOKS_FREE = 100_000;
const BYTES_A_LOOK = 64;

/** Numbers and names at places of a file; what lies behind its end is 0. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #looks: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#looks = LOOKS_FREE + bytes.length / BYTES_A_LOOK;
  }

  /** Counts one more piece; false where the file is made of more than any that somebody recorded. */
  look(): boolean {
    this.#looks -= 1;
    return this.#looks >= 0;
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.bytes[at] ?? 0;
  }

  u16le(at: number): number {
    return at + 2 <= this.length ? this.#view.getUint16(at, true) : 0;
  }

  u32le(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at, true) : 0;
  }

  u32(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at) : 0;
  }

  /** Eight bytes as a number, exact below 2^53. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }

  u64le(at: number): number {
    return this.u32le(at) + this.u32le(at + 4) * 2 ** 32;
  }

  /** Whether these Latin letters are there. */
  has(at: number, name: string): boolean {
    for (let index = 0; index < name.length; index++)
      if (this.u8(at + index) !== name.charCodeAt(index)) return false;
    return true;
  }

  /** A whole number of so many bytes, exact below 2^53. */
  unsigned(at: number, size: number): number {
    let value = 0;
    for (let index = 0; index < size; index++) value = value * 256 + this.u8(at + index);
    return value;
  }

  /** Latin letters. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }
}
