import { viewOf } from './view-of.ts';

/** A copy of bytes that others are compared with, four at a time. */
export class KnownBeginning {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    this.#bytes = new Uint8Array(bytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Whether the same bytes stand at `start`, after which there must be at least as many. */
  isAt(bytes: Uint8Array, start: number): boolean {
    const { length } = this;
    const known = this.#view;
    const view = viewOf(bytes);
    let index = 0;
    for (; index + 4 <= length; index += 4)
      if (known.getUint32(index) !== view.getUint32(start + index)) return false;
    for (; index < length; index++) if (this.#bytes[index] !== bytes[start + index]) return false;
    return true;
  }
}
