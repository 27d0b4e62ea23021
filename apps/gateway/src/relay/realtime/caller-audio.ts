import { type MediaReport, reportTranscript } from '@tollgate/dialects';
import { objectOf, type RealtimeEvent, transcriberOf } from './realtime-events.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription.';

/**
 * The caller's audio that another model writes down, beside the responses: which model, and what of it
 * is still to come. A commit begins the work, whoever makes it and whether or not its end is awaited.
 */
export class CallerAudio {
  /** What writes it down; undefined where nothing does, or nobody said what. */
  model: string | undefined;
  /** Seconds that came since the last commit. */
  #open = 0;
  /** Seconds of each commit without a transcript, the oldest first. */
  #committed: number[] = [];
  /** Commits of the caller that the upstream has still to confirm. */
  #unconfirmed = 0;

  /** Whether a transcript is still to come. */
  get isAwaited(): boolean {
    return this.model !== undefined && this.#committed.length > 0;
  }

  /** Notes an event of the caller, with the seconds of audio in it. */
  hear({ type, body }: RealtimeEvent, seconds: number): void {
    if (type === 'input_audio_buffer.append') this.#open += seconds;
    if (type === 'input_audio_buffer.clear') this.#open = 0;
    if (type === 'input_audio_buffer.commit' && this.#commit()) this.#unconfirmed += 1;
    if (/^(?:transcription_)?session\.update$/.test(type))
      this.model ??= transcriberOf(objectOf(body, 'session'));
  }

  /** Notes an event of the upstream; the report of a transcript, where it is one. */
  read({ type, body }: RealtimeEvent): MediaReport | undefined {
    if (type === 'input_audio_buffer.committed') {
      if (this.#unconfirmed > 0) this.#unconfirmed -= 1;
      else this.#commit();
    }
    if (!type.startsWith(TRANSCRIPTION)) return undefined;
    this.#committed.shift();
    return type.endsWith('.completed') ? reportTranscript(body) : undefined;
  }

  /** The seconds that are being written down; they are not asked for again. */
  take(): number {
    const seconds = this.isAwaited ? this.#committed.reduce((sum, each) => sum + each, 0) : 0;
    this.#committed = [];
    return seconds;
  }

  #commit(): boolean {
    if (this.#open === 0) return false;
    this.#committed.push(this.#open);
    this.#open = 0;
    return true;
  }
}
