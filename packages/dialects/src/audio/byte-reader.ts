/** Budget of file pieces to inspect: a base, plus one per this many bytes. */
const INSPECTIONS_FREE = 100_000;
const BYTES_PER_INSPECTION = 64;

/** Reads numbers and strings at offsets of a file; beyond its end, everything is 0. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #inspectionsLeft: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#inspectionsLeft = INSPECTIONS_FREE + bytes.length / BYTES_PER_INSPECTION;
  }

  /** Counts one more piece; false if the file has more pieces than any real recording. */
  spendInspection(): boolean {
    this.#inspectionsLeft -= 1;
    return this.#inspectionsLeft >= 0;
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

  /** Reads eight bytes as a number, exact below 2^53. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }

  u64le(at: number): number {
    return this.u32le(at) + this.u32le(at + 4) * 2 ** 32;
  }

  /** Returns whether these ASCII letters are at the offset. */
  has(at: number, name: string): boolean {
    for (let index = 0; index < name.length; index++)
      if (this.u8(at + index) !== name.charCodeAt(index)) return false;
    return true;
  }

  /** Reads an unsigned integer of `size` bytes, exact below 2^53. */
  unsigned(at: number, size: number): number {
    let value = 0;
    for (let index = 0; index < size; index++) value = value * 256 + this.u8(at + index);
    return value;
  }

  /** Reads ASCII text. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }
}
