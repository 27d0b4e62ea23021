import { secondLengthOf, usualSecondLength } from './audio-format.ts';
import { objectOf, type RealtimeEvent } from './realtime-events.ts';

/** Tokens of a second of audio. */
const SECOND_TOKENS = 20;

/** A text chunk counts as one token, or as what its bytes beyond the event's frame contain. */
const FRAME_BYTES = 512;
const TEXT_BYTES_A_TOKEN = 4;

/**
 * Estimates how much the running responses of a session have delivered, for those whose usage is never
 * reported.
 */
export class DeliveredOutput {
  #audioTokens = 0;
  #textTokens = 0;
  /** Base64 characters of a second of audio, in the session's format and the longest of single responses. */
  #secondLength = usualSecondLength('output', '');
  #ownLength = 0;

  /** Applies the format of the session's output as the upstream reports it. */
  takeSession(session: RealtimeEvent['body']): void {
    this.#secondLength = secondLengthOf(session, 'output', '') ?? this.#secondLength;
  }

  /**
   * Applies the format that a client wants a response in, instead of the session's; nobody tells whether it
   * took effect, so at most the usual one counts.
   */
  recordClientEvent({ type, body }: RealtimeEvent): void {
    if (type !== 'response.create') return;
    const length = secondLengthOf(objectOf(body, 'response'), 'output', '') ?? 0;
    const usual = usualSecondLength('output', '');
    this.#ownLength = Math.max(this.#ownLength, Math.min(length, usual));
  }

  /** Counts a chunk of a response: of audio, or of text if it contains no audio. */
  add(audioBytes: number, bytes: number): void {
    const secondLength = Math.max(this.#secondLength, this.#ownLength);
    if (audioBytes > 0) this.#audioTokens += (audioBytes / secondLength) * SECOND_TOKENS;
    else this.#textTokens += Math.max(1, Math.floor((bytes - FRAME_BYTES) / TEXT_BYTES_A_TOKEN));
  }

  get any(): boolean {
    return this.#audioTokens + this.#textTokens > 0;
  }

  clear(): void {
    this.#audioTokens = this.#textTokens = 0;
  }

  get usage(): { completionTokens: number; audioOutputTokens: number } {
    const audioTokens = Math.ceil(this.#audioTokens);
    return { completionTokens: audioTokens + this.#textTokens, audioOutputTokens: audioTokens };
  }
}
