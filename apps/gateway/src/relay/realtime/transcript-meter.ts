import type { MediaReport } from '@tollgate/dialects';
import { billMedia, estimateReservation, type Price, reserveMedia } from '@tollgate/pricing';
import { UNLIMITED } from '../../domain/limits/rate-limiter.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { AppError } from '../../platform/app-error.ts';
import { boundReport } from '../billing/media-bounds.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import type { CallEnd } from '../billing/settle-call.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { CallerAudio, type Recording, type TranscriptTerms } from './caller-audio.ts';
import type { MeterContext } from './meter-context.ts';
import { objectOf, type RealtimeEvent, transcribersOf } from './realtime-events.ts';
import type { ReservedWork, RealtimeOutcome } from './settle-realtime.ts';

/** Most models with their own price that a caller may name; each is evaluated for each recording. */
const MODELS_MAX = 64;
/** Seconds of transcripts without audio of their own that are charged in a session: upstreams split turns. */
const SILENT_SECONDS = 30;

type Settle = (work: ReservedWork, outcome: RealtimeOutcome) => Promise<void>;

/**
 * Charges the transcription of the caller's audio by another model, separately from the responses. Audio to
 * be transcribed is sent upstream once that is reserved, each recording separately.
 */
export class TranscriptMeter {
  readonly #context: MeterContext;
  readonly #settle: Settle;
  readonly #audio = new CallerAudio();
  /**
   * All transcription models that were named, as an update may be in flight; undefined stands for those
   * without their own price.
   */
  readonly #models = new Set<string | undefined>();
  #sentBytes = 0;
  #silentSeconds = SILENT_SECONDS;
  #isClosed = false;

  constructor(context: MeterContext, settle: Settle) {
    this.#context = context;
    this.#settle = settle;
  }

  get isAwaited(): boolean {
    return this.#audio.isAwaited;
  }

  /** Sets the model that transcribes the session's audio, as the upstream reports it. */
  setModel(model: string | undefined): void {
    this.#audio.setModel(model);
    if (model !== undefined) this.#addModel(model);
  }

  /**
   * Records an event of the caller. It may be sent upstream immediately, or when the promise resolves.
   * Rejects with AppError if the balance is too small for its transcript, or it names too many models; throws one
   * for audio that begins after the session's model has lost its price.
   */
  recordClientEvent(
    event: RealtimeEvent,
    seconds: number,
    bytes: number,
  ): Promise<void> | undefined {
    this.#sentBytes += bytes;
    const ended = this.#audio.recordClientEvent(event, seconds);
    if (ended.length > 0) return this.#end(ended);
    const models = modelsIn(event);
    const before = this.#models.size;
    for (const model of models) if (!this.#addModel(model)) return refuseModel(model);
    // Committed audio was covered before.
    const candidates = this.#models.size > before ? this.#audio.recordings : [this.#audio.open];
    const uncovered = candidates.filter((each) => this.#missing(each) > 0);
    return uncovered.length === 0 ? undefined : this.#coverAll(uncovered);
  }

  /** Returns false if the maximum number is reached. */
  #addModel(model: string): boolean {
    const isPriced = this.#context.modelPrice(this.#context.holder(), model) !== undefined;
    const counted = isPriced ? model : undefined;
    if (this.#models.size >= MODELS_MAX && !this.#models.has(counted)) return false;
    this.#models.add(counted);
    return true;
  }

  /** Records an event of the upstream. Resolves when the charge of a transcript is durable. */
  recordServerEvent(event: RealtimeEvent): Promise<void> | undefined {
    const end = this.#audio.recordServerEvent(event);
    if (!end) return undefined;
    if (end.report && this.#mayBeOf(end.recording, end.report))
      return this.#charge(end.recording, end.report, 'complete');
    this.#release(end.recording);
    return undefined;
  }

  /** Whether a transcript can be of a recording: without audio, only a few seconds per session are believed. */
  #mayBeOf({ seconds }: Recording, { seconds: reported = SILENT_SECONDS }: MediaReport): boolean {
    if (seconds > 0) return true;
    const left = this.#silentSeconds;
    this.#silentSeconds -= reported;
    return left > 0;
  }

  /**
   * Charges pending transcripts to a client that disconnects before receiving them, and those that it has
   * received in part.
   */
  async close(end: CallEnd): Promise<void> {
    this.#isClosed = true;
    const due = this.#audio.takeDue(end === 'interrupted');
    await Promise.all(due.map((each) => this.#charge(each, {}, 'client_gone')));
    for (const each of [...due, ...this.#audio.recordings]) this.#release(each);
  }

  /** Charges recordings that their caller has cleared, as far as they were transcribed already. */
  async #end(recordings: readonly Recording[]): Promise<void> {
    for (const each of recordings) {
      // oxlint-disable-next-line no-await-in-loop -- one recording after the other
      if (each.isHeard) await this.#charge(each, {}, 'client_gone');
      this.#release(each);
    }
  }

  async #charge(recording: Recording, report: MediaReport, end: CallEnd): Promise<void> {
    const { model } = this.#audio;
    const terms = recording.terms ?? this.#termsAt(this.#context.lastPrice());
    const { holder } = terms;
    const price = this.#price(terms, model);
    let bounded = this.#bound(recording, report, price);
    for (let next; bounded.claim && (next = this.#audio.takeNext());) {
      // oxlint-disable-next-line no-await-in-loop -- one recording after the other
      await this.#join(recording, next);
      bounded = this.#bound(recording, report, price);
    }
    const { work, media, claim } = bounded;
    const reservation = recording.reservation ?? this.#reserveNothing();
    recording.reservation = undefined;
    const bill = billMedia(price, work, media);
    const startedAt = performance.now();
    await this.#settle(
      { holder, price, reservation, admission: UNLIMITED, startedAt },
      { ...bill, estimated: end !== 'complete', end, model, claim, isTranscript: true },
    );
    observeOutcome('realtime-transcript', 'answered');
  }

  /** Bounds what is reported of a transcript by its recording. */
  #bound({ seconds, reservation }: Recording, report: MediaReport, price: Price) {
    const work = { unit: 'transcript', seconds, promptTokens: 0 } as const;
    const { promptTokens } = reserveMedia(price, work);
    const reserved = { promptTokens, amount: reservation?.amount ?? 0 };
    const sent = { body: { length: this.#sentBytes } };
    return { work, ...boundReport(report, { price, work, sent, reserved }) };
  }

  /**
   * Adds the next recording to one whose transcript is longer than it: an upstream need not commit what its
   * caller did.
   */
  async #join(recording: Recording, next: Recording): Promise<void> {
    recording.seconds += next.seconds;
    const { reservation } = next;
    next.reservation = undefined;
    if (!recording.reservation) recording.reservation = reservation;
    else if (reservation) {
      const { amount } = reservation;
      this.#context.wallet.void(reservation);
      await this.#context.wallet.extend(recording.reservation, amount);
    }
  }

  /**
   * Returns the quota still to be reserved for a recording, whichever model transcribes it. Throws AppError if
   * it begins after its session's model has lost its price.
   */
  #missing(recording: Recording): number {
    const { seconds, reservation } = recording;
    if (!this.#audio.isTranscribed || seconds === 0) return 0;
    recording.terms ??= this.#termsAt(this.#context.price(this.#context.holder()));
    let needed = 0;
    for (const model of new Set([...this.#models, this.#audio.model])) {
      const price = this.#price(recording.terms, model);
      const limits = reserveMedia(price, { unit: 'transcript', seconds, promptTokens: 0 });
      needed = Math.max(needed, estimateReservation(price, { ...limits, preConsumedQuota: 0 }));
    }
    return needed - (reservation?.amount ?? 0);
  }

  async #coverAll(recordings: readonly Recording[]): Promise<void> {
    for (const recording of recordings)
      // oxlint-disable-next-line no-await-in-loop -- one recording after the other
      await this.#cover(recording);
  }

  async #cover(recording: Recording): Promise<void> {
    const more = this.#missing(recording);
    // What it needs may have fallen since, while other recordings were being covered.
    if (more <= 0) return;
    const { wallet, formatQuota } = this.#context;
    const { reservation, terms } = recording;
    if (reservation) {
      const isCovered = await wallet.extend(reservation, more);
      if (isCovered || !this.#isPending(recording)) return;
      throw new AppError('relay_insufficient_quota', { needed: formatQuota(more) });
    }
    const holder = terms?.holder ?? this.#context.holder();
    const reserved = await reserveAmount(this.#context, holder, more);
    // Otherwise nobody would release it.
    if (this.#isPending(recording)) recording.reservation = reserved;
    else wallet.void(reserved);
  }

  /** Whether a recording is still to be charged: an upstream may end it while it is being reserved. */
  #isPending(recording: Recording): boolean {
    return !this.#isClosed && this.#audio.recordings.includes(recording);
  }

  #release(recording: Recording): void {
    if (recording.reservation) this.#context.wallet.void(recording.reservation);
    recording.reservation = undefined;
  }

  #termsAt(price: Price): TranscriptTerms {
    return { holder: this.#context.holder(), price, modelPrices: new Map() };
  }

  /** A model without its own price costs as much as the session's model. */
  #price({ holder, price, modelPrices }: TranscriptTerms, model: string | undefined): Price {
    if (model === undefined) return price;
    const known = modelPrices.get(model) ?? this.#context.modelPrice(holder, model) ?? price;
    modelPrices.set(model, known);
    return known;
  }

  /** Returns an empty reservation, for audio without a known transcription model. */
  #reserveNothing(): Reservation {
    const { userId, unlimited, apiKeyId, spending } = this.#context.holder();
    return this.#context.wallet.reserveNothing({
      userId,
      limitedApiKeyId: unlimited ? undefined : apiKeyId,
      spending,
    });
  }
}

/** Returns the transcription models that a session update names. */
function modelsIn({ type, body }: RealtimeEvent): string[] {
  return type.endsWith('session.update') ? transcribersOf(objectOf(body, 'session')) : [];
}

function refuseModel(model: string): Promise<never> {
  const reason = `The session has named too many models to write its audio down; ${model.slice(0, 100)} is one more.`;
  return Promise.reject(new AppError('relay_invalid_request', { reason }));
}
