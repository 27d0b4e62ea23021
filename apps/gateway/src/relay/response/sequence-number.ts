const NAME = Buffer.from('"sequence_number":');

/**
 * The number of the event that comes next in a stream of OpenAI's responses. Each event carries one,
 * so that an error that ends the stream must go on counting.
 */
export class SequenceNumber {
  #last = -1;

  /** Takes bytes of the stream, whole events only. */
  note(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const at = bytes.lastIndexOf(NAME);
    if (at === -1) return;
    const digits = /^\s*(\d{1,15})/.exec(bytes.toString('latin1', at + NAME.length, at + 40))?.[1];
    if (digits !== undefined) this.#last = Number(digits);
  }

  get next(): number {
    return this.#last + 1;
  }
}
