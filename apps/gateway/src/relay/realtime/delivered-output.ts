/** 16 bits at 24,000 a second, as base64, 20 tokens a second. */
const SOUND_BYTES_A_TOKEN = (24_000 * 2 * 4) / 3 / 20;

/** A chunk of text is a token, or as many as fit into what is not its frame. */
const FRAME_BYTES = 512;
const TEXT_BYTES_A_TOKEN = 4;

/** About how much the running responses of a session have said; for those that never report it. */
export class DeliveredOutput {
  #heard = 0;
  #written = 0;

  /** Notes a chunk of a response: of audio, or of text where that has no bytes of audio. */
  add(audioBytes: number, bytes: number): void {
    if (audioBytes > 0) this.#heard += audioBytes / SOUND_BYTES_A_TOKEN;
    else this.#written += Math.max(1, Math.floor((bytes - FRAME_BYTES) / TEXT_BYTES_A_TOKEN));
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
