import { type MediaReport, reportTranscript } from '@tollgate/dialects';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { objectOf, type RealtimeEvent, transcribersOf } from './realtime-events.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription.';
/** So many recordings are told apart that nothing is reserved for, as nothing writes them down. */
const UNPAID_MAX = 256;

/** Audio of the caller up to a commit, and what is reserved for writing it down. */
export interface Recording {
  seconds: number;
  reservation?: Reservation | undefined;
}

/** What became of a recording; no report where writing it down failed. */
export interface TranscriptEnd {
  recording: Recording;
  report: MediaReport | undefined;
}

/**
 * The caller's audio that another model writes down, beside the responses: which model, and what of it
 * is still to come. A commit begins the work, whoever makes it and whether or not its end is awaited.
 */
export class CallerAudio {
  /** What writes it down; undefined where nothing does, or nobody said what. */
  model: string | undefined;
  /** What came since the last commit. */
  #open: Recording = { seconds: 0 };
  /** Recordings without a transcript, the oldest first. */
  #committed: Recording[] = [];
  /** Commits of the caller that the upstream has still to confirm. */
  #unconfirmed = 0;

  /** Whether a transcript is still to come. */
  get isAwaited(): boolean {
    return this.model !== undefined && this.#committed.length > 0;
  }

  /** What came since the last commit. */
  get open(): Recording {
    return this.#open;
  }

  /** All that is or may be written down. */
  get recordings(): readonly Recording[] {
    return [...this.#committed, this.#open];
  }

  /** Notes an event of the caller, with the seconds of audio in it. */
  hear({ type, body }: RealtimeEvent, seconds: number): void {
    if (type === 'input_audio_buffer.append') this.#open.seconds += seconds;
    if (type === 'input_audio_buffer.clear') this.#open.seconds = 0;
    if (type === 'input_audio_buffer.commit' && this.#commit()) this.#unconfirmed += 1;
    if (/^(?:transcription_)?session\.update$/.test(type))
      this.model ??= transcribersOf(objectOf(body, 'session'))[0];
  }

  /** Notes an event of the upstream; what became of a recording, where it tells that. */
  read({ type, body }: RealtimeEvent): TranscriptEnd | undefined {
    if (type === 'input_audio_buffer.committed') {
      if (this.#unconfirmed > 0) this.#unconfirmed -= 1;
      else this.#commit();
    }
    if (!type.startsWith(TRANSCRIPTION)) return undefined;
    const recording = this.#committed.shift() ?? this.#takeOpen();
    const report = type.endsWith('.completed') ? reportTranscript(body) : undefined;
    return { recording, report };
  }

  /** The recordings that are being written down; they are not asked for again. */
  take(): Recording[] {
    return this.isAwaited ? this.#committed.splice(0) : [];
  }

  #commit(): boolean {
    if (this.#open.seconds === 0) return false;
    this.#committed.push(this.#takeOpen());
    if (this.#committed.length > UNPAID_MAX) this.#joinOldest();
    return true;
  }

  /** Where nothing writes them down, nobody takes recordings away again. */
  #joinOldest(): void {
    const [first, second] = this.#committed;
    if (!first || !second || first.reservation || second.reservation) return;
    second.seconds += first.seconds;
    this.#committed.shift();
  }

  #takeOpen(): Recording {
    const open = this.#open;
    this.#open = { seconds: 0 };
    return open;
  }
}
