/** 16-bit audio at 24,000 Hz in Base64, 20 tokens per second. */
const AUDIO_BYTES_A_TOKEN = (24_000 * 2 * 4) / 3 / 20;

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

  /** Counts a chunk of a response: of audio, or of text if it contains no audio. */
  add(audioBytes: number, bytes: number): void {
    if (audioBytes > 0) this.#audioTokens += audioBytes / AUDIO_BYTES_A_TOKEN;
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
