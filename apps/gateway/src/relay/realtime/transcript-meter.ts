import type { MediaReport } from '@tollgate/dialects';
import { billMedia, estimateReservation, type Price, reserveMedia } from '@tollgate/pricing';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { AppError } from '../../platform/app-error.ts';
import { boundReport } from '../billing/media-bounds.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import type { CallEnd } from '../billing/settle-call.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { CallerAudio, type Recording } from './caller-audio.ts';
import type { MeterContext } from './meter-context.ts';
import { objectOf, type RealtimeEvent, transcribersOf } from './realtime-events.ts';
import type { PaidWork, Told } from './settle-realtime.ts';

/** So many models with a price of their own a caller may name; each is looked at for each recording. */
const MODELS_MAX = 64;

type Settle = (work: PaidWork, told: Told) => Promise<void>;

/**
 * Charges what another model makes of the caller's audio, beside the responses. Audio that is to be
 * written down goes upstream once that is reserved, each recording by itself.
 */
export class TranscriptMeter {
  readonly #context: MeterContext;
  readonly #settle: Settle;
  readonly #audio = new CallerAudio();
  /**
   * All that was named to write audio down, as an update may be on its way; undefined stands for those
   * without a price of their own.
   */
  readonly #models = new Set<string | undefined>();
  #saidBytes = 0;
  #isClosed = false;

  constructor(context: MeterContext, settle: Settle) {
    this.#context = context;
    this.#settle = settle;
  }

  get isAwaited(): boolean {
    return this.#audio.isAwaited;
  }

  /** The session says what writes its audio down. */
  takeModel(model: string | undefined): void {
    this.#audio.model = model;
    if (model !== undefined) this.#addModel(model);
  }

  /**
   * Notes an event of the caller. It may go upstream at once, or when the promise resolves. Rejects
   * with AppError where the balance is too small for its transcript, or it names too many models.
   */
  hear(event: RealtimeEvent, seconds: number, bytes: number): Promise<void> | undefined {
    this.#saidBytes += bytes;
    this.#audio.hear(event, seconds);
    const named = modelsIn(event);
    const before = this.#models.size;
    for (const model of named) if (!this.#addModel(model)) return refuseModel(model);
    // What was committed was covered before.
    const mayMiss = this.#models.size > before ? this.#audio.recordings : [this.#audio.open];
    const uncovered = mayMiss.filter((each) => this.#missing(each) > 0);
    return uncovered.length === 0 ? undefined : this.#coverAll(uncovered);
  }

  /** False where there is no room for one more. */
  #addModel(model: string): boolean {
    const isPriced = this.#context.priceBeside(this.#context.holder(), model) !== undefined;
    const counted = isPriced ? model : undefined;
    if (this.#models.size >= MODELS_MAX && !this.#models.has(counted)) return false;
    this.#models.add(counted);
    return true;
  }

  /** Notes an event of the upstream. Resolves when the charge of a transcript is durable. */
  read(event: RealtimeEvent): Promise<void> | undefined {
    const end = this.#audio.read(event);
    if (!end) return undefined;
    if (end.report) return this.#charge(end.recording, end.report, 'complete');
    this.#giveBack(end.recording);
    return undefined;
  }

  /** Who disconnects before a transcript pays for what was to be written down. */
  async close(end: CallEnd): Promise<void> {
    this.#isClosed = true;
    const recordings = this.#audio.take();
    if (end !== 'interrupted')
      await Promise.all(recordings.map((each) => this.#charge(each, {}, 'client_gone')));
    for (const each of [...recordings, ...this.#audio.recordings]) this.#giveBack(each);
  }

  async #charge(recording: Recording, report: MediaReport, end: CallEnd): Promise<void> {
    const holder = this.#context.holder();
    const { model } = this.#audio;
    const price = this.#price(model);
    const { seconds } = recording;
    const reservation = recording.reservation ?? this.#reserveNothing();
    recording.reservation = undefined;
    const work = { unit: 'transcript', seconds, promptTokens: 0 } as const;
    const { promptTokens } = reserveMedia(price, work);
    const paid = { promptTokens, amount: reservation.amount };
    const sent = { body: { length: this.#saidBytes } };
    const { media, claim } = boundReport(report, { price, work, sent, paid });
    const bill = billMedia(price, work, media);
    const startedAt = performance.now();
    await this.#settle(
      { holder, price, reservation, admission: NO_ADMISSION, startedAt },
      { ...bill, estimated: end !== 'complete', end, model, claim },
    );
    observeOutcome('realtime-transcript', 'answered');
  }

  /** Quota that is still to be reserved for a recording, whichever model writes it down. */
  #missing({ seconds, reservation }: Recording): number {
    if (this.#audio.model === undefined || seconds === 0) return 0;
    let needed = 0;
    for (const model of new Set([...this.#models, this.#audio.model])) {
      const price = this.#price(model);
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
    const { wallet, holder } = this.#context;
    const { reservation } = recording;
    if (reservation) {
      const isCovered = await wallet.extend(reservation, more);
      if (isCovered || !this.#isPending(recording)) return;
      throw new AppError('relay_insufficient_quota', { needed: more });
    }
    const reserved = await reserveAmount(wallet, holder(), more);
    // Nobody would give it back.
    if (this.#isPending(recording)) recording.reservation = reserved;
    else wallet.void(reserved);
  }

  /** Whether a recording is still to be charged: an upstream may end it while it is reserved. */
  #isPending(recording: Recording): boolean {
    return !this.#isClosed && this.#audio.recordings.includes(recording);
  }

  #giveBack(recording: Recording): void {
    if (recording.reservation) this.#context.wallet.void(recording.reservation);
    recording.reservation = undefined;
  }

  /** A model without a price costs what the session's own costs. */
  #price(model: string | undefined): Price {
    const holder = this.#context.holder();
    const beside = model === undefined ? undefined : this.#context.priceBeside(holder, model);
    return beside ?? this.#context.price(holder);
  }

  /** Of audio that nobody said would be written down. */
  #reserveNothing(): Reservation {
    const { userId, unlimited, apiKeyId, spending } = this.#context.holder();
    return this.#context.wallet.reserveNothing({
      userId,
      limitedApiKeyId: unlimited ? undefined : apiKeyId,
      spending,
    });
  }
}

/** What an update of the caller names to write its audio down. */
function modelsIn({ type, body }: RealtimeEvent): string[] {
  return type.endsWith('session.update') ? transcribersOf(objectOf(body, 'session')) : [];
}

function refuseModel(model: string): Promise<never> {
  const reason = `The session has named too many models to write its audio down; ${model.slice(0, 100)} is one more.`;
  return Promise.reject(new AppError('relay_invalid_request', { reason }));
}

const NO_ADMISSION: Admission = { release() {} };
