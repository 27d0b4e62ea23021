/** Numbers and names at places of a file; what lies behind its end is 0. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
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
}
