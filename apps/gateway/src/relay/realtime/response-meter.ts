import type { Usage } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { UNLIMITED } from '../../domain/limits/rate-limiter.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { AppError } from '../../platform/app-error.ts';
import type { CallEnd } from '../billing/settle-call.ts';
import { mostDelivered } from '../billing/output-cover.ts';
import { boundResponse } from './bound-response.ts';
import { DeliveredOutput } from './delivered-output.ts';
import { isBilled } from './is-billed.ts';
import type { MeterContext, SessionFacts } from './meter-context.ts';
import { type RealtimeEvent, type ResponseEnd, transcribersOf } from './realtime-events.ts';
import { limitOf, PendingResponses } from './pending-responses.ts';
import {
  releaseSlot,
  type ResponseCover,
  ResponseReservations,
  type ResponseSize,
  type ResponseSlot,
} from './response-reservations.ts';
import { responseOutcomes } from './response-outcomes.ts';
import { ResponseSizes } from './response-sizes.ts';
import { recordFailedResponse, type SessionTarget, settleRealtime } from './settle-realtime.ts';
import { TranscriptMeter } from './transcript-meter.ts';
import { TurnPacer } from './turn-pacer.ts';

const INSUFFICIENT = 402;
const OVERRAN = 'relay_response_overran';

/**
 * Charges a realtime session response by response: each is admitted, reserved, settled and logged like a
 * call, so that limits, prices and balances also apply during a session. A response is reserved before it
 * starts, and if others are running, before the upstream receives what may start it, so a session that can't
 * be paid for ends between two responses.
 */
export class ResponseMeter {
  /** Passes on the audio of an event for which `recordClientEvent` returned a promise. */
  readonly pacer: TurnPacer;
  readonly #context: MeterContext;
  readonly #facts: SessionFacts;
  readonly #reserves: ResponseReservations;
  readonly #transcripts: TranscriptMeter;
  readonly #running = new Map<string, ResponseSlot>();
  readonly #requests = new PendingResponses();
  readonly #sizes: ResponseSizes;
  #ready: ResponseSlot | undefined;
  #closed = false;
  /** Whether the upstream has reported a start, so that it can be expected to report all of them. */
  #reportsStarts = false;
  #responseCount = 0;
  #target: SessionTarget | undefined;
  readonly #delivered = new DeliveredOutput();
  /** Id of the last response that was charged. */
  #finished: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Resolvers to be called when a running response has ended. */
  #awaitingEnd: (() => void)[] = [];

  constructor(context: MeterContext, facts: SessionFacts) {
    this.#context = context;
    this.#facts = facts;
    this.#sizes = new ResponseSizes(this.#requests, facts.model, () => this.#upstreamModel);
    this.#reserves = new ResponseReservations(context);
    this.#transcripts = new TranscriptMeter(context, (work, outcome) =>
      settleRealtime(context, { facts, target: this.#target }, work, outcome),
    );
    this.pacer = this.#openPacer();
  }

  #openPacer(): TurnPacer {
    return new TurnPacer(this.#context.clock, {
      mayStart: () => this.#requests.respondsByItself,
      count: () => this.#covers.length - this.#requests.outOfBand,
      cover: (turns) => this.#coverTurns(turns),
      fewer: () => this.#trim(),
    });
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Whether a response or transcript that must be charged is pending. */
  get isAwaited(): boolean {
    return !this.isIdle || this.#requests.isAwaited || this.#transcripts.isAwaited;
  }

  get runningIds(): string[] {
    return [...this.#running.keys()];
  }

  /** Sets the channel that serves the session; call it before the first response. */
  connected(channel: RuntimeChannel, upstreamModel: string): void {
    this.#target = { channel, upstreamModel };
    this.#reportsStarts = false;
  }

  /** Reserves the next response. Throws AppError. */
  prepare(): Promise<void> {
    return this.#inTurn(async () => {
      const slot = this.#ready ?? (await this.#open(this.#sizes.next(this.#running.values())));
      // After the session has ended nobody would release it.
      if (this.#closed) return releaseSlot(this.#context, slot);
      this.#ready = slot;
      this.#trim();
    });
  }

  /** Releases what is reserved for more responses than may start. */
  #trim(): void {
    const { startable, outOfBand, respondsByItself } = this.#requests;
    const turns = respondsByItself ? this.pacer.turnsIn(0) : 0;
    const needed = Math.max(startable, outOfBand + turns);
    this.#reserves.trim(Math.max(0, needed - (this.#ready ? 1 : 0)));
  }

  /**
   * Applies the session as the upstream reports it: the limit of a response, formats of audio, and the model
   * that transcribes the caller's. `isUpdated` if it confirms an update.
   */
  takeSession(session: RealtimeEvent['body'], isUpdated = false): void {
    this.#requests.applySession(session, isUpdated);
    for (const part of [this.#sizes, this.#delivered, this.pacer]) part.takeSession(session);
    this.#transcripts.setModel(transcribersOf(session)[0]);
  }

  /**
   * Starts a response that the upstream reported, with its own limit. Throws AppError if it can't be paid
   * for, or if too many have started that nobody requested.
   */
  begin(id: string, limit?: unknown): Promise<void> {
    this.#reportsStarts = true;
    return this.#start(id, limit);
  }

  async #start(id: string, limit?: unknown): Promise<void> {
    if (this.#running.has(id)) return;
    this.#finished = undefined;
    const slot = await this.#inTurn(() => this.#takeReady(id));
    if (this.#closed) return releaseSlot(this.#context, slot);
    const promptTokens = this.#sizes.promptMax;
    slot.startedAt = performance.now();
    this.#running.set(id, slot);
    slot.limit = limitOf(limit);
    const responseTokens = slot.limit ?? this.#sizes.longest;
    const size = { promptTokens, responseTokens };
    if (await this.#reserves.widen(slot, size)) return;
    // It has ended in the meantime; the next one is reserved with everything sent so far.
    if (this.#running.get(id) !== slot) return;
    throw new AppError('relay_insufficient_quota', { needed: this.#reserves.missing(slot, size) });
  }

  /** Takes the slot of the next response. A request stays covered until then. */
  async #takeReady(id: string): Promise<ResponseSlot> {
    if (!this.#requests.start(this.pacer.turnsIn(0))) throw new AppError(OVERRAN);
    const size = { promptTokens: this.#sizes.promptMax, responseTokens: this.#sizes.responseMax };
    const slot =
      this.#ready ??
      (await this.#open(size).catch((error: unknown) => this.#startUnreserved(id, error)));
    this.#ready = undefined;
    return slot;
  }

  /**
   * Counts a chunk of a response. Returns false once more has arrived than any honest upstream sends for what
   * was requested.
   */
  deliver(audioBytes: number, bytes: number): boolean {
    this.#delivered.add(audioBytes, bytes);
    const covers = this.isIdle ? this.#covers.slice(0, 1) : [...this.#running.values()];
    const requestedTokens = sum(covers.map((cover) => this.#longestOf(cover)));
    const outputTokens = requestedTokens || this.#sizes.longest;
    const { completionTokens } = this.#delivered.usage;
    if (completionTokens <= outputTokens) return true;
    return completionTokens <= mostDelivered({ outputTokens, responses: 1 }, this.#upstreamModel);
  }

  /** Returns the longest that a response may be, including one that started without a reservation. */
  #longestOf({ responseTokens }: ResponseCover): number {
    return responseTokens === 0 ? this.#sizes.longest : responseTokens;
  }

  /** Names of the session's model, as used by its caller and its upstream. */
  get modelNames(): readonly string[] {
    return [this.#facts.model, this.#upstreamModel];
  }

  get #upstreamModel(): string {
    return this.#target?.upstreamModel ?? this.#facts.model;
  }

  /**
   * Records an event of the caller. It may be sent upstream immediately, or when the promise resolves: then
   * more is being reserved for the responses that it may start, their prompt or its transcript. Rejects with
   * AppError if the balance is too small.
   */
  recordClientEvent(data: Buffer, event?: RealtimeEvent): Promise<void> | undefined {
    const read = this.#sizes.add(data, event);
    let transcript: Promise<void> | undefined;
    let isPaced = false;
    if (read) {
      for (const part of [this.#requests, this.#delivered]) part.recordClientEvent(read.event);
      transcript = this.#transcripts.recordClientEvent(read.event, read.seconds, data.length);
      isPaced = this.pacer.record(read.event, read.seconds);
    }
    const cover = () => this.#coverNext();
    const payment =
      this.#isCovered() && !isPaced ? transcript : transcript ? transcript.then(cover) : cover();
    return read && payment ? this.#requests.waitFor(read.event, payment) : payment;
  }

  /** Reservations for responses that have not started yet. */
  get #covers(): ResponseCover[] {
    return [...(this.#ready ? [this.#ready] : []), ...this.#reserves.spares];
  }

  #isCovered(): boolean {
    const promptTokens = this.#sizes.promptMax;
    const responseTokens = this.#sizes.responseMax;
    const covers = this.#covers;
    const isEnough = (cover: ResponseCover) =>
      cover.promptTokens >= promptTokens && cover.responseTokens >= responseTokens;
    return (
      covers.length >= this.#requests.startable &&
      covers.every((cover) => isEnough(cover) && this.#reserves.isCurrent(cover))
    );
  }

  /**
   * Reserves for the responses that may start next. If the balance is too small while others run, waits until
   * one of them has ended.
   */
  async #coverNext(): Promise<void> {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await this.#inTurn(() => this.#coverNow());
      } catch (error) {
        const waits = error instanceof AppError && error.status === INSUFFICIENT;
        if (!waits || this.#closed || this.isIdle) throw error;
      }
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await new Promise<void>((resolve) => this.#awaitingEnd.push(resolve));
    }
  }

  /** Reserves responses to as many of these turns as the balance allows, at least to the next. */
  async #coverTurns(turns: number): Promise<void> {
    this.#trim();
    await this.#coverNext();
    await this.#inTurn(async () => {
      try {
        while (!this.#closed && this.#covers.length < this.#requests.outOfBand + turns)
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await this.#reserves.addSpare(this.#sizes.next(this.#running.values()));
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== INSUFFICIENT) throw error;
      }
      if (this.#closed) this.#reserves.trim(0);
    });
  }

  async #coverNow(): Promise<void> {
    if (this.#closed || this.#isCovered()) return;
    for (const cover of this.#covers) {
      if (this.#closed) return; // Its end has released the others.
      const size = this.#sizes.next(this.#running.values());
      this.#reserves.renew(cover);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (!(await this.#reserves.widen(cover, size)))
        throw new AppError('relay_insufficient_quota', {
          needed: this.#reserves.missing(cover, size),
        });
    }
    while (this.#covers.length < this.#requests.startable)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await this.#reserves.addSpare(this.#sizes.next(this.#running.values()));
    if (this.#closed) this.#reserves.trim(0);
  }

  /** Serializes reservations, so that none is made twice. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * Charges a response. Resolves when the charge is durable. One without output costs what the upstream reports,
   * and nothing if it failed and used nothing.
   */
  async finish(
    id: string,
    reported: Usage | undefined,
    end: CallEnd,
    { isEmpty, failure }: Partial<ResponseEnd> = {},
  ): Promise<void> {
    if (reported && this.#mayHaveBegun(id)) await this.#start(id).catch(throwOverrun);
    const slot = this.#running.get(id);
    if (!slot) return;
    this.#running.delete(id);
    this.#finished = id;
    const session = { facts: this.#facts, target: this.#target };
    const isUnused = isEmpty && !isBilled(reported) && !this.#delivered.any;
    observeOutcome('realtime', isUnused && failure ? 'fault' : responseOutcomes[end]);
    if (isUnused && failure) recordFailedResponse(this.#context, session, slot, failure);
    else {
      const { usage, ...doubts } =
        isUnused && reported ? { usage: reported, estimated: false } : this.#bound(slot, reported);
      this.#sizes.addResponse(usage);
      await settleRealtime(this.#context, session, slot, { usage, ...doubts, end });
    }
    if (this.isIdle) this.#delivered.clear();
    this.#wake();
  }

  /**
   * Whether a response that ends may have started without being reported: part of it was delivered, or one
   * was pending and this upstream does not report starts. If it can't be paid for, it is charged to whatever
   * is left.
   */
  #mayHaveBegun(id: string): boolean {
    if (id === this.#finished) return false;
    if (this.isIdle && this.#delivered.any) return true;
    return this.#requests.isAwaited && !this.#reportsStarts;
  }

  /** Records an upstream event about the caller's audio. Resolves when that is charged. */
  recordServerEvent(event: RealtimeEvent): Promise<void> | undefined {
    this.#requests.recordServerEvent(event);
    return this.#transcripts.recordServerEvent(event);
  }

  /** Charges what is still running and releases the rest. */
  async close(end: CallEnd): Promise<void> {
    this.#closed = true;
    this.#wake();
    await this.#transcripts.close(end);
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready) releaseSlot(this.#context, ready);
    this.#reserves.trim(0);
    await Promise.all(this.runningIds.map((id) => this.finish(id, undefined, end)));
  }

  #wake(): void {
    for (const resolve of this.#awaitingEnd.splice(0)) resolve();
  }

  async #open(size: ResponseSize): Promise<ResponseSlot> {
    const { limiter } = this.#context;
    const { model, callId } = this.#facts;
    const holder = await this.#context.admit();
    const price = this.#context.price(holder);
    const admission = await limiter.admit(holder, model, `${callId}-${(this.#responseCount += 1)}`);
    try {
      const cover = await this.#reserves.take({ holder, price }, size);
      return { ...cover, admission, startedAt: performance.now() };
    } catch (error) {
      admission.release({ tokens: 0, quota: 0 });
      throw error;
    }
  }

  /**
   * Registers a response that is already running, even if the database is unavailable: it is charged to a
   * spare reservation, or else to what is left of the balance. Always rethrows the error.
   */
  #startUnreserved(id: string, error: unknown): never {
    const cover = this.#reserves.takeSpare() ?? this.#reserves.coverNothing();
    const startedAt = performance.now();
    this.#running.set(id, { ...cover, admission: UNLIMITED, startedAt });
    throw error;
  }

  /** Returns the usage that is charged. */
  #bound(slot: ResponseSlot, reported: Usage | undefined) {
    const { tokens, audioTokens } = this.#sizes.estimate;
    const { promptMax, unreservedPromptMax } = this.#sizes;
    const isUnreserved = slot.responseTokens === 0;
    const facts = {
      promptTokens: isUnreserved ? unreservedPromptMax : slot.promptTokens,
      completionTokens: Math.min(this.#longestOf(slot), slot.limit ?? Infinity),
      estimatedTokens: isUnreserved ? Math.min(tokens, promptMax) : tokens,
      audioTokens,
      delivered: this.#delivered.usage,
    };
    return boundResponse(facts, reported);
  }
}

function throwOverrun(error: unknown): void {
  if (error instanceof AppError && error.code === OVERRAN) throw error;
}

const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);
