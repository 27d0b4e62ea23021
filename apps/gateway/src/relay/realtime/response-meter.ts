import type { MediaReport, Usage } from '@tollgate/dialects';
import { billMedia, emptyUsage, estimateReservation } from '@tollgate/pricing';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { type CallOutcome, observeOutcome } from '../metrics/relay-metrics.ts';
import { AppError } from '../../platform/app-error.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import { boundReport } from '../billing/media-bounds.ts';
import { type CallEnd, type Outcome, settleCall } from '../billing/settle-call.ts';
import { clampUsage } from '../billing/usage-bounds.ts';
import { AwaitedResponses } from './awaited-responses.ts';
import { CallerAudio } from './caller-audio.ts';
import { DeliveredOutput } from './delivered-output.ts';
import { longestResponse } from './longest-response.ts';
import type { MeterContext, SessionFacts } from './meter-context.ts';
import { PromptCounter } from './prompt-counter.ts';
import type { ResponseSlot } from './response-slot.ts';
import { type RealtimeEvent, transcriberOf } from './realtime-events.ts';

/** The largest context of realtime models is 128k. */
const CONTEXT_TOKENS_MAX = 131_072;
/** What a provider puts before a prompt, and what a turn may add before more is reserved. */
const TURN_TOKENS = 2000;

type Unpaid = Pick<ResponseSlot, 'holder' | 'price' | 'admission' | 'responseTokens'>;

const PASSING: Outcome['translation'] = {
  passesThrough: true,
  from: 'openai-chat',
  to: 'openai-chat',
  warnings: [],
};

/**
 * Charges a realtime session response by response: each is admitted, reserved, settled and logged
 * like a call of its own, so that limits, prices and balances hold during a session too. The next
 * response is reserved before it starts, so a session that can't be paid ends between two
 * responses.
 */
export class ResponseMeter {
  readonly #context: MeterContext;
  readonly #facts: SessionFacts;
  readonly #running = new Map<string, ResponseSlot>();
  #ready: ResponseSlot | undefined;
  #closed = false;
  #answers = 0;
  #target: { channel: RuntimeChannel; upstreamModel: string } | undefined;
  #lastPromptTokens = 0;
  readonly #delivered = new DeliveredOutput();
  /** The last response that was charged. */
  #finished: string | undefined;
  readonly #awaited = new AwaitedResponses();
  /** What a prompt can consist of: the caller's events and the responses. */
  readonly #said = new PromptCounter();
  readonly #audio = new CallerAudio();
  #saidBytes = 0;
  #answeredTokens = 0;
  /** The session's limit of a response; undefined where there is none. */
  #sessionLimit: number | undefined;

  constructor(context: MeterContext, facts: SessionFacts) {
    this.#context = context;
    this.#facts = facts;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Whether something that costs is still to come: a response, or a transcript. */
  get isAwaited(): boolean {
    return !this.isIdle || this.#awaited.any || this.#audio.isAwaited;
  }

  get runningIds(): string[] {
    return [...this.#running.keys()];
  }

  /** Sets the channel that serves the session; call it before the first response. */
  connected(channel: RuntimeChannel, upstreamModel: string): void {
    this.#target = { channel, upstreamModel };
  }

  /** Makes sure that the next response is paid for. Throws AppError. */
  async prepare(): Promise<void> {
    if (this.#ready) return;
    this.#keep(await this.#open());
  }

  /** Keeps a slot for the next response. After the session nobody would release it any more. */
  #keep(slot: ResponseSlot): void {
    if (this.#closed) this.#giveBack(slot);
    else this.#ready = slot;
  }

  /**
   * The session sets the maximum of a response (`inf` and anything but a number is the model's own
   * limit), what writes down the caller's audio, and what begins a response.
   */
  takeSession(session: RealtimeEvent['body']): void {
    const { max_output_tokens: limit, max_response_output_tokens: oldLimit } = session;
    this.#sessionLimit = countOf(limit ?? oldLimit);
    this.#audio.model = transcriberOf(session);
    this.#awaited.takeSession(session);
  }

  /** A response has started, with a limit of its own. Throws AppError where it can't be paid. */
  async begin(id: string, limit?: unknown): Promise<void> {
    if (this.#running.has(id)) return;
    this.#finished = undefined;
    this.#awaited.start();
    const slot =
      this.#ready ?? (await this.#open().catch((error: unknown) => this.#owe(id, error)));
    this.#ready = undefined;
    if (this.#closed) return this.#giveBack(slot);
    slot.startedAt = performance.now();
    this.#running.set(id, slot);
    const responseTokens = countOf(limit) ?? this.#longestResponse();
    await this.#cover(slot, this.#mostPrompt(), responseTokens);
  }

  /** Notes a chunk of a response. */
  deliver(audioBytes: number): void {
    this.#delivered.add(audioBytes);
  }

  /**
   * Notes an event of the caller. It may go upstream at once, or when the promise resolves: then
   * more is reserved for the prompt that it belongs to. Rejects with AppError where the balance is
   * too small.
   */
  noteClientEvent(data: Buffer): Promise<void> | undefined {
    this.#saidBytes += data.length;
    const read = this.#said.add(data, this.#target?.upstreamModel ?? this.#facts.model);
    if (read) this.#audio.hear(read.event, read.seconds);
    if (read) this.#awaited.hear(read.event);
    const slot = this.#ready ?? [...this.#running.values()].at(-1);
    const prompt = this.#mostPrompt();
    return slot && prompt > slot.promptTokens
      ? this.#cover(slot, prompt + TURN_TOKENS, 0)
      : undefined;
  }

  /** Charges a response. Resolves when the charge is durable. */
  async finish(id: string, told: Usage | undefined, end: CallEnd): Promise<void> {
    // Some upstreams never tell of the start; what it can't pay is owed.
    if (told && id !== this.#finished) await this.begin(id).catch(() => undefined);
    const slot = this.#running.get(id);
    if (!slot) return;
    this.#running.delete(id);
    this.#finished = id;
    const { usage, ...doubts } = this.#believe(slot, told);
    this.#lastPromptTokens = usage.promptTokens;
    this.#answeredTokens += usage.completionTokens;
    observeOutcome('realtime', OUTCOMES[end]);
    await this.#settle(slot, { usage, ...doubts, end });
    if (this.isIdle) this.#delivered.clear();
  }

  /**
   * Notes an event of the upstream about the caller's audio. Charges what another model made of it,
   * beside the responses: the reservation of the next response pays, as that counts all that was
   * said; then it is reserved again. Rejects with AppError where the balance is too small for that.
   */
  noteServerEvent(event: RealtimeEvent): Promise<void> | undefined {
    this.#awaited.read(event);
    const report = this.#audio.read(event);
    return report && this.#transcribed(report, 0);
  }

  async #transcribed(report: MediaReport, seconds: number): Promise<void> {
    const holder = this.#context.holder();
    const { model } = this.#audio;
    // A model without a price costs what the session's own costs.
    const beside = model === undefined ? undefined : this.#context.priceBeside(holder, model);
    const price = beside ?? this.#context.price(holder);
    const work = { unit: 'transcript', seconds, promptTokens: 0 } as const;
    const sent = { body: { length: this.#saidBytes } };
    const ready = this.#ready;
    this.#ready = undefined;
    const paid = ready && { promptTokens: ready.promptTokens, amount: ready.reservation.amount };
    const { media, claim } = boundReport(report, { price, work, sent, ...(paid ? { paid } : {}) });
    const bill = billMedia(price, work, media);
    const reservation = ready?.reservation ?? this.#promiseNothing(holder);
    const startedAt = performance.now();
    const slot = { holder, price, reservation, admission: NO_ADMISSION, startedAt };
    const end = seconds > 0 ? 'client_gone' : 'complete';
    const told = { ...bill, estimated: seconds > 0, end, model, claim } as const;
    await this.#settle({ ...slot, ...NOTHING_PAID }, told);
    observeOutcome('realtime-transcript', 'answered');
    if (!ready) return;
    if (this.#closed) ready.admission.release({ tokens: 0, quota: 0 });
    else this.#keep(await this.#fill(ready));
  }

  /** Charges what is still running and releases what is left. */
  async close(end: CallEnd): Promise<void> {
    this.#closed = true;
    // Who disconnects before a transcript pays for what was to be written down.
    const seconds = this.#audio.take();
    if (seconds > 0 && end !== 'interrupted') await this.#transcribed({}, seconds);
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready) this.#giveBack(ready);
    await Promise.all(this.runningIds.map((id) => this.finish(id, undefined, end)));
  }

  #giveBack({ reservation, admission }: ResponseSlot): void {
    this.#context.wallet.void(reservation);
    admission.release({ tokens: 0, quota: 0 });
  }

  async #open(): Promise<ResponseSlot> {
    const { limiter } = this.#context;
    const { model, callId } = this.#facts;
    const holder = await this.#context.admit();
    const price = this.#context.price(holder);
    const admission = await limiter.admit(holder, model, `${callId}-${(this.#answers += 1)}`);
    const responseTokens = this.#sessionLimit ?? this.#longestResponse();
    return this.#fill({ holder, price, admission, responseTokens });
  }

  /** Reserves for what was said so far and a response; throws AppError where that can't be paid. */
  async #fill({ holder, price, admission, responseTokens }: Unpaid): Promise<ResponseSlot> {
    try {
      const promptTokens = Math.min(this.#mostPrompt() + TURN_TOKENS, CONTEXT_TOKENS_MAX);
      const amount = this.#quotaOf({ price, promptTokens, responseTokens });
      const reservation = await reserveAmount(this.#context.wallet, holder, amount);
      const startedAt = performance.now();
      return { holder, price, reservation, admission, startedAt, promptTokens, responseTokens };
    } catch (error) {
      admission.release({ tokens: 0, quota: 0 });
      throw error;
    }
  }

  /** The most tokens that the next prompt can have, by all that was said. */
  #mostPrompt(): number {
    const said = this.#said.tokens + this.#answeredTokens;
    return Math.min(Math.max(said, this.#lastPromptTokens), CONTEXT_TOKENS_MAX);
  }

  #longestResponse(): number {
    return longestResponse(this.#target?.upstreamModel ?? this.#facts.model);
  }

  #quotaOf({
    price,
    promptTokens,
    responseTokens,
  }: Pick<ResponseSlot, 'price' | 'promptTokens' | 'responseTokens'>) {
    const preConsumedQuota = this.#context.preConsumedQuota();
    return estimateReservation(price, {
      promptTokens,
      maxCompletionTokens: responseTokens,
      preConsumedQuota,
    });
  }

  /** Reserves what is missing for a prompt and a response of so many tokens. Throws AppError. */
  async #cover(slot: ResponseSlot, prompt: number, response: number): Promise<void> {
    const { reservation } = slot;
    const promptTokens = Math.max(slot.promptTokens, Math.min(prompt, CONTEXT_TOKENS_MAX));
    const responseTokens = Math.max(slot.responseTokens, response);
    if (promptTokens === slot.promptTokens && responseTokens === slot.responseTokens) return;
    const needed = this.#quotaOf({ price: slot.price, promptTokens, responseTokens });
    const more = needed - reservation.amount;
    if (more > 0 && !(await this.#context.wallet.extend(reservation, more))) {
      // Its response has ended meanwhile; the next one is reserved with all that was said.
      if (slot !== this.#ready && ![...this.#running.values()].includes(slot)) return;
      throw new AppError('relay_insufficient_quota', { needed: more });
    }
    slot.promptTokens = Math.max(slot.promptTokens, promptTokens);
    slot.responseTokens = Math.max(slot.responseTokens, responseTokens);
  }

  /**
   * What is already running is charged all the same, from whatever is left, whatever the state of
   * the database. Always throws.
   */
  #owe(id: string, error: unknown): never {
    const holder = this.#context.holder();
    const price = this.#context.price(holder);
    const reservation = this.#promiseNothing(holder);
    const startedAt = performance.now();
    this.#running.set(id, {
      holder,
      price,
      reservation,
      admission: NO_ADMISSION,
      startedAt,
      ...NOTHING_PAID,
    });
    throw error;
  }

  #promiseNothing({ userId, unlimited, apiKeyId, spending }: ApiKeyHolder): Reservation {
    return this.#context.wallet.reserveNothing({
      userId,
      limitedApiKeyId: unlimited ? undefined : apiKeyId,
      spending,
    });
  }

  /**
   * A usage as reported, bounded by the input and output; estimated from what was delivered where
   * it reports less than that or nothing.
   */
  #believe(
    slot: ResponseSlot,
    told: Usage | undefined,
  ): Pick<Outcome, 'usage' | 'estimated' | 'claim'> {
    const guess = this.#guess(slot);
    if (!told) return { usage: guess, estimated: true };
    const isOwed = slot.responseTokens === 0;
    const longest = isOwed ? this.#longestResponse() : slot.responseTokens;
    const bounded = clampUsage(told, {
      prompt: isOwed
        ? this.#mostPrompt() + TURN_TOKENS
        : Math.max(slot.promptTokens, this.#mostPrompt()),
      completion: Math.max(longest, guess.completionTokens),
      callFactor: Number.MAX_SAFE_INTEGER,
    });
    if (told.completionTokens > 0 || guess.completionTokens === 0)
      return { ...bounded, estimated: false };
    const { completionTokens, audioOutputTokens } = guess;
    const usage = { ...bounded.usage, completionTokens, audioOutputTokens };
    return { ...bounded, usage, estimated: true };
  }

  /** What was said to the upstream and what it said. */
  #guess({ promptTokens: paid }: ResponseSlot): Usage {
    const { tokens, audioTokens } = this.#said.estimate;
    const said = Math.max(this.#lastPromptTokens, tokens + this.#answeredTokens);
    const promptTokens = Math.min(said, paid === 0 ? this.#mostPrompt() : paid);
    const audioInputTokens = Math.min(audioTokens, promptTokens);
    return { ...emptyUsage(), promptTokens, audioInputTokens, ...this.#delivered.usage };
  }

  async #settle(
    slot: ResponseSlot,
    { model = this.#facts.model, ...told }: Told & { model?: string | undefined },
  ): Promise<void> {
    const { requestId, traceContext, path, address, attempts, trace } = this.#facts;
    const { usage } = told;
    if (!this.#target) throw new Error('a talk is charged before it has a channel');
    const { channel } = this.#target;
    const call = {
      ...slot,
      requestId,
      traceContext,
      path,
      address,
      attempts,
      trace,
      clientRequest: { model, stream: true },
      firstTokenMs: undefined,
      used: { tokens: 0, quota: 0 },
    };
    const facts = {
      ...told.facts,
      ws: true,
      text_input: usage.promptTokens - usage.audioInputTokens - (usage.imageInputTokens ?? 0),
      text_output: usage.completionTokens - usage.audioOutputTokens,
    };
    const upstreamModel = model === this.#facts.model ? this.#target.upstreamModel : model;
    const response = { ...told, facts, channel, upstreamModel, delivered: true };
    const outcome: Outcome = { ...response, translation: PASSING };
    try {
      await settleCall(this.#context, call, outcome);
    } finally {
      this.#context.wallet.void(slot.reservation);
      slot.admission.release(call.used);
    }
  }
}

type Told = Omit<Outcome, 'channel' | 'upstreamModel' | 'translation'>;

/** How the relay's metrics name the end of a response. */
const OUTCOMES: Readonly<Record<CallEnd, CallOutcome>> = {
  complete: 'answered',
  client_gone: 'client-gone',
  client_stalled: 'client-gone',
  interrupted: 'fault',
  shutdown: 'fault',
  balance_ran_out: 'answered',
  too_large: 'answered',
  sensitive_words: 'answered',
};

const NOTHING_PAID = { promptTokens: 0, responseTokens: 0 } as const;
const countOf = (value: unknown) => (typeof value === 'number' && value >= 1 ? value : undefined);
const NO_ADMISSION: Admission = { release() {} };
