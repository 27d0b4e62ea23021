/** 16 bits at 24,000 a second, as base64, 20 tokens a second. */
const SOUND_BYTES_A_TOKEN = (24_000 * 2 * 4) / 3 / 20;

/** About how much the running responses of a session have said; for those that never report it. */
export class DeliveredOutput {
  #heard = 0;
  #written = 0;

  /** Notes a chunk of a response: of audio, or of text where that has no bytes. */
  add(audioBytes: number): void {
    if (audioBytes === 0) this.#written += 1;
    else this.#heard += audioBytes / SOUND_BYTES_A_TOKEN;
  }

  get any(): boolean {
    return this.#heard + this.#written > 0;
  }

  clear(): void {
    this.#heard = this.#written = 0;
  }

  get usage(): { completionTokens: number; audioOutputTokens: number } {
    const spoken = Math.ceil(this.#heard);
    return { completionTokens: spoken + this.#written, audioOutputTokens: spoken };
  }
}
