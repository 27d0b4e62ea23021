import { type MediaReport, reportTranscript } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { objectOf, type RealtimeEvent, transcribersOf } from './realtime-events.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription.';
/** Recordings without a reservation, as nothing transcribes them, that are kept separately. */
const UNPAID_MAX = 256;
/** Cleared recordings that the upstream may still commit, and ids of committed ones, that are remembered. */
const CLEARED_MAX = 4;
const ITEMS_MAX = 256;

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
  /** Whether a part of its transcript has been reported: some models write audio down as it arrives. */
  isHeard?: boolean | undefined;
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
  #model: string | undefined;
  /** Audio since the last commit. */
  #open: Recording = { seconds: 0 };
  /** Recordings without a transcript, oldest first. */
  #committed: Recording[] = [];
  /** Recordings that the caller has cleared: until the upstream confirms it, a commit of its own may come first. */
  #cleared: Recording[] = [];
  /** Commits by the caller that the upstream has not confirmed yet. */
  #unconfirmed = 0;
  /** Ids of committed recordings, as far as they are reported. */
  readonly #items = new Set<unknown>();
  /** Whether the upstream has reported a transcript, also by a model that it does not name. */
  #isTranscribing = false;

  /** The model that transcribes; undefined if none does, or it is unknown. */
  get model(): string | undefined {
    return this.#model;
  }

  /** Sets it as the upstream reports it. */
  setModel(model: string | undefined): void {
    this.#model = model;
    this.#isTranscribing = false;
  }

  /** Whether the caller's audio is transcribed, as far as is known. */
  get isTranscribed(): boolean {
    return this.#model !== undefined || this.#isTranscribing;
  }

  /** Whether a transcript is pending. */
  get isAwaited(): boolean {
    return this.isTranscribed && this.#committed.length > 0;
  }

  /** Audio since the last commit. */
  get open(): Recording {
    return this.#open;
  }

  /** All recordings that are or may be transcribed. */
  get recordings(): readonly Recording[] {
    return [...this.#committed, ...this.#cleared, this.#open];
  }

  /**
   * Handles an event of the caller, with the seconds of audio in it. Returns recordings that end with it: their
   * transcript is due as far as it was reported.
   */
  recordClientEvent({ type, body }: RealtimeEvent, seconds: number): Recording[] {
    if (type === 'input_audio_buffer.append') this.#open.seconds += seconds;
    if (type === 'input_audio_buffer.clear') return this.#clear();
    if (type === 'input_audio_buffer.commit' && this.#commit()) this.#unconfirmed += 1;
    if (/^(?:transcription_)?session\.update$/.test(type))
      this.#model ??= transcribersOf(objectOf(body, 'session'))[0];
    return [];
  }

  /** Handles an event of the upstream; returns the outcome of a recording if it reports one. */
  recordServerEvent({ type, body }: RealtimeEvent): TranscriptEnd | undefined {
    if (type === 'input_audio_buffer.committed') this.#confirmCommit(body['item_id']);
    if (type === 'input_audio_buffer.cleared') {
      const recording = this.#cleared.shift();
      return recording && { recording, report: undefined };
    }
    if (!type.startsWith(TRANSCRIPTION)) return undefined;
    this.#isTranscribing = true;
    const isCompleted = type.endsWith('.completed');
    if (!isCompleted && !type.endsWith('.failed')) {
      this.#hear(body['item_id']);
      return undefined;
    }
    const recording = this.#committed.shift() ?? this.#takeOpen();
    return { recording, report: isCompleted ? reportTranscript(body) : undefined };
  }

  /**
   * Removes and returns the recordings whose transcript is due when the session ends: those that are transcribed
   * in part, and unless `onlyHeard` is set, those that were committed.
   */
  takeDue(onlyHeard: boolean): Recording[] {
    const isDue = ({ isHeard }: Recording) => isHeard || (this.isTranscribed && !onlyHeard);
    const due = this.#committed.filter(isDue);
    this.#committed = this.#committed.filter((recording) => !due.includes(recording));
    return this.#open.isHeard ? [...due, this.#takeOpen()] : due;
  }

  /** Removes and returns another recording that a transcript may be of, if it is longer than its own. */
  takeNext(): Recording | undefined {
    return this.#committed.shift() ?? (this.#open.seconds > 0 ? this.#takeOpen() : undefined);
  }

  #clear(): Recording[] {
    if (this.#open.seconds === 0) return [];
    const open = this.#takeOpen();
    if (open.isHeard) return [open];
    // What follows is as a rule all that is transcribed, so it has the reservation.
    this.#open.reservation = open.reservation;
    open.reservation = undefined;
    if (this.#cleared.length < CLEARED_MAX) this.#cleared.push(open);
    return [];
  }

  /** The upstream commits by itself what the caller has cleared too late. */
  #confirmCommit(item: unknown): void {
    if (typeof item === 'string') {
      if (this.#items.size >= ITEMS_MAX) this.#items.delete(this.#items.values().next().value);
      this.#items.add(item);
    }
    if (this.#unconfirmed > 0) {
      this.#unconfirmed -= 1;
      return;
    }
    for (const { seconds, terms } of this.#cleared.splice(0)) {
      this.#open.seconds += seconds;
      this.#open.terms ??= terms;
    }
    this.#commit();
  }

  /** Part of a transcript was reported: of a committed recording, or of audio as it arrives. */
  #hear(item: unknown): void {
    const [committed] = this.#committed;
    const isOpen = typeof item === 'string' ? !this.#items.has(item) : !committed;
    const heard = isOpen ? this.#open : committed;
    if (heard && heard.seconds > 0) heard.isHeard = true;
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
    second.isHeard ||= first.isHeard;
    this.#committed.shift();
  }

  #takeOpen(): Recording {
    const open = this.#open;
    this.#open = { seconds: 0 };
    return open;
  }
}
