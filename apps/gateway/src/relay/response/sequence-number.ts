import { asBuffer } from '../../platform/as-buffer.ts';
const MEMBER = Buffer.from('"sequence_number":');

/**
 * Tracks the number of the next event in an OpenAI responses stream. Each event has one, so an error that
 * ends the stream must continue the sequence.
 */
export class SequenceNumber {
  #last = -1;

  /** Reads chunks of the stream, which must contain whole events. */
  track(chunk: Uint8Array): void {
    const bytes = asBuffer(chunk);
    const at = bytes.lastIndexOf(MEMBER);
    if (at === -1) return;
    const digits = /^\s*(\d{1,15})/.exec(
      bytes.toString('latin1', at + MEMBER.length, at + 40),
    )?.[1];
    if (digits !== undefined) this.#last = Number(digits);
  }

  get next(): number {
    return this.#last + 1;
  }
}
