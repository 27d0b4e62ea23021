import { type MediaReport, reportTranscript } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { objectOf, type RealtimeEvent, transcribersOf } from './realtime-events.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription.';
/** Recordings without a reservation, as nothing transcribes them, that are kept separately. */
const UNPAID_MAX = 256;

/** Who pays for a recording's transcript, and at which prices: those when it was first reserved. */
export interface TranscriptTerms {
  readonly holder: ApiKeyHolder;
  /** The price of a model without its own. */
  readonly price: Price;
  readonly modelPrices: Map<string, Price>;
}

/** Audio of the caller up to a commit, and the reservation for its transcription. */
export interface Recording {
  seconds: number;
  terms?: TranscriptTerms | undefined;
  reservation?: Reservation | undefined;
}

/** The outcome of a recording; without a report if its transcription failed. */
export interface TranscriptEnd {
  recording: Recording;
  report: MediaReport | undefined;
}

/**
 * Tracks the caller's audio that another model transcribes concurrently with the responses: which model, and
 * which transcripts are pending. A commit starts the work, whoever makes it and whether or not its end is
 * awaited.
 */
export class CallerAudio {
  /** The model that transcribes; undefined if none does, or it is unknown. */
  model: string | undefined;
  /** Audio since the last commit. */
  #open: Recording = { seconds: 0 };
  /** Recordings without a transcript, oldest first. */
  #committed: Recording[] = [];
  /** Commits by the caller that the upstream has not confirmed yet. */
  #unconfirmed = 0;

  /** Whether a transcript is pending. */
  get isAwaited(): boolean {
    return this.model !== undefined && this.#committed.length > 0;
  }

  /** Audio since the last commit. */
  get open(): Recording {
    return this.#open;
  }

  /** All recordings that are or may be transcribed. */
  get recordings(): readonly Recording[] {
    return [...this.#committed, this.#open];
  }

  /** Handles an event of the caller, with the seconds of audio in it. */
  recordClientEvent({ type, body }: RealtimeEvent, seconds: number): void {
    if (type === 'input_audio_buffer.append') this.#open.seconds += seconds;
    if (type === 'input_audio_buffer.clear') {
      this.#open.seconds = 0;
      this.#open.terms = undefined;
    }
    if (type === 'input_audio_buffer.commit' && this.#commit()) this.#unconfirmed += 1;
    if (/^(?:transcription_)?session\.update$/.test(type))
      this.model ??= transcribersOf(objectOf(body, 'session'))[0];
  }

  /** Handles an event of the upstream; returns the outcome of a recording if it reports one. */
  recordServerEvent({ type, body }: RealtimeEvent): TranscriptEnd | undefined {
    if (type === 'input_audio_buffer.committed') {
      if (this.#unconfirmed > 0) this.#unconfirmed -= 1;
      else this.#commit();
    }
    if (!type.startsWith(TRANSCRIPTION)) return undefined;
    const recording = this.#committed.shift() ?? this.#takeOpen();
    const report = type.endsWith('.completed') ? reportTranscript(body) : undefined;
    return { recording, report };
  }

  /** Removes and returns the recordings being transcribed. */
  takeCommitted(): Recording[] {
    return this.isAwaited ? this.#committed.splice(0) : [];
  }

  #commit(): boolean {
    if (this.#open.seconds === 0) return false;
    this.#committed.push(this.#takeOpen());
    if (this.#committed.length > UNPAID_MAX) this.#joinOldest();
    return true;
  }

  /** Merges the oldest two recordings: if nothing transcribes them, they are never removed. */
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
