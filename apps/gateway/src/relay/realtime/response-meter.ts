import { reportTranscript, type Usage } from '@tollgate/dialects';
import { billMedia, emptyUsage, estimateReservation, type Price } from '@tollgate/pricing';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { KeyHolder } from '../../domain/accounts/key-directory.ts';
import type { Admission, Limiter } from '../../domain/limits/limiter.ts';
import type { Reservation, Wallet } from '../../domain/wallet/wallet.ts';
import type { Attempt } from '../relay-call.ts';
import { type CallOutcome, observeOutcome } from '../relay-metrics.ts';
import { reserveAmount } from '../reserve.ts';
import { boundReport } from '../media-bounds.ts';
import type { RouteTrace } from '../route-trace.ts';
import { type CallEnd, type Outcome, settleCall, type SettleContext } from '../settle-call.ts';
import { clampUsage, UNASKED_TOKENS } from '../usage-bounds.ts';

/** The longest answer of today's models; OpenAI allows no more. */
const ANSWER_TOKENS_MAX = 4096;
/** The largest context of live models is 128k. */
const CONTEXT_TOKENS_MAX = 131_072;
/** What a turn adds to the talk so far. */
const TURN_TOKENS = 2000;

/** What all answers of a talk have in common. */
export interface TalkFacts {
  readonly requestId: string;
  readonly path: string;
  readonly address: string;
  readonly model: string;
  readonly attempts: Attempt[];
  readonly trace: RouteTrace;
}

export interface MeterContext extends SettleContext {
  wallet: Wallet;
  limiter: Limiter;
  preConsumedQuota: () => number;
  /** The holder of the key, as last heard. */
  holder: () => KeyHolder;
  /** The same as it is now. Throws AppError when the key may not go on. */
  admit: () => Promise<KeyHolder>;
  /** The price of the talk's model as it is now. Throws AppError. */
  price: (holder: KeyHolder) => Price;
  /** The price of a model that works beside it; undefined where nobody priced it. */
  priceBeside: (holder: KeyHolder, model: string) => Price | undefined;
}

/** Quota and a place among the running calls, for one answer. */
interface Slot {
  readonly holder: KeyHolder;
  readonly price: Price;
  readonly reservation: Reservation;
  readonly admission: Admission;
  startedAt: number;
}

const PASSING: Outcome['translation'] = {
  passesThrough: true,
  from: 'openai-chat',
  to: 'openai-chat',
  losses: [],
};

/**
 * Charges a live talk answer by answer: each is admitted, reserved, settled and logged like a call
 * of its own, so that limits, prices and balances hold in the middle of a talk too. The next answer
 * is reserved before it begins, so a talk that can't be paid ends between two answers.
 */
export class ResponseMeter {
  readonly #context: MeterContext;
  readonly #facts: TalkFacts;
  readonly #running = new Map<string, Slot>();
  #ready: Slot | undefined;
  #closed = false;
  #answers = 0;
  #target: { channel: RuntimeChannel; upstreamModel: string } | undefined;
  #lastPromptTokens = 0;
  /** What the running answers have brought, about; for those that never report. */
  #heardTokens = 0;
  #writtenTokens = 0;
  /** Bytes of the caller's events and tokens of the answers: what a prompt can be made of. */
  #saidBytes = 0;
  #answeredTokens = 0;

  constructor(context: MeterContext, facts: TalkFacts) {
    this.#context = context;
    this.#facts = facts;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  get runningIds(): string[] {
    return [...this.#running.keys()];
  }

  /** Tells which channel serves the talk; before the first answer. */
  connected(channel: RuntimeChannel, upstreamModel: string): void {
    this.#target = { channel, upstreamModel };
  }

  /** Makes sure that the next answer is paid for. Throws AppError. */
  async prepare(): Promise<void> {
    if (this.#ready) return;
    const slot = await this.#open();
    // The talk ended meanwhile: nobody would give it back any more.
    if (this.#closed) this.#giveBack(slot);
    else this.#ready = slot;
  }

  /** An answer has begun. Throws AppError where it can't be paid. */
  async begin(id: string): Promise<void> {
    if (this.#running.has(id)) return;
    const slot =
      this.#ready ?? (await this.#open().catch((error: unknown) => this.#owe(id, error)));
    this.#ready = undefined;
    if (this.#closed) return this.#giveBack(slot);
    slot.startedAt = performance.now();
    this.#running.set(id, slot);
  }

  /** Notes a piece of an answer. */
  deliver(soundBytes: number): void {
    if (soundBytes === 0) this.#writtenTokens += 1;
    else this.#heardTokens += soundBytes / SOUND_BYTES_A_TOKEN;
  }

  /** Notes an event of the caller. */
  hear(bytes: number): void {
    this.#saidBytes += bytes;
  }

  /** Charges an answer. Resolves when the charge is durable. */
  async finish(id: string, told: Usage | undefined, end: CallEnd): Promise<void> {
    const slot = this.#running.get(id);
    if (!slot) return;
    this.#running.delete(id);
    const { usage, ...doubts } = this.#believe(told);
    this.#lastPromptTokens = usage.promptTokens;
    this.#answeredTokens += usage.completionTokens;
    observeOutcome('realtime', OUTCOMES[end]);
    await this.#settle(slot, { usage, ...doubts, end });
    if (this.isIdle) this.#heardTokens = this.#writtenTokens = 0;
  }

  /** Charges what another model made of the caller's words, beside the answers. */
  async transcribed(model: string | undefined, event: Readonly<Record<string, unknown>>) {
    const holder = this.#context.holder();
    // A model that nobody priced costs what the talk's own costs.
    const beside = model === undefined ? undefined : this.#context.priceBeside(holder, model);
    const price = beside ?? this.#context.price(holder);
    const report = reportTranscript(event);
    const work = { unit: 'transcript', seconds: 0, promptTokens: 0 } as const;
    const sent = { body: { length: this.#saidBytes } };
    const { media, claim } = boundReport(report, { price, work, sent });
    const { usage, callFactor, facts } = billMedia(price, work, media);
    const reservation = this.#promiseNothing(holder);
    const slot = {
      holder,
      price,
      reservation,
      admission: NO_ADMISSION,
      startedAt: performance.now(),
    };
    await this.#settle(slot, {
      usage,
      callFactor,
      facts,
      estimated: false,
      end: 'complete',
      model,
      ...(claim ? { claim } : {}),
    });
    observeOutcome('realtime-transcript', 'answered');
  }

  /** Charges what is still running and gives the rest back. */
  async close(end: CallEnd): Promise<void> {
    this.#closed = true;
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready) this.#giveBack(ready);
    await Promise.all(this.runningIds.map((id) => this.finish(id, undefined, end)));
  }

  #giveBack({ reservation, admission }: Slot): void {
    this.#context.wallet.void(reservation);
    admission.leave({ tokens: 0, quota: 0 });
  }

  async #open(): Promise<Slot> {
    const { limiter, preConsumedQuota } = this.#context;
    const { model, requestId } = this.#facts;
    const holder = await this.#context.admit();
    const price = this.#context.price(holder);
    const admission = await limiter.admit(holder, model, `${requestId}-${(this.#answers += 1)}`);
    try {
      const amount = estimateReservation(price, {
        promptTokens: Math.ceil(this.#lastPromptTokens * 1.2) + TURN_TOKENS,
        maxCompletionTokens: ANSWER_TOKENS_MAX,
        preConsumedQuota: preConsumedQuota(),
      });
      const reservation = await this.#reserve(holder, amount);
      return { holder, price, reservation, admission, startedAt: performance.now() };
    } catch (error) {
      admission.leave({ tokens: 0, quota: 0 });
      throw error;
    }
  }

  /** What runs already is charged all the same, from whatever is left, however the database is. Always throws. */
  #owe(id: string, error: unknown): never {
    const holder = this.#context.holder();
    const price = this.#context.price(holder);
    const reservation = this.#promiseNothing(holder);
    const startedAt = performance.now();
    this.#running.set(id, { holder, price, reservation, admission: NO_ADMISSION, startedAt });
    throw error;
  }

  #promiseNothing({ userId, unlimited, tokenId }: KeyHolder): Reservation {
    return this.#context.wallet.owe({ userId, limitedTokenId: unlimited ? undefined : tokenId });
  }

  async #reserve(holder: KeyHolder, amount: number): Promise<Reservation> {
    return reserveAmount(this.#context.wallet, holder, amount);
  }

  /** A usage as told, inside what was said and heard; what came of the answer where it tells less than that or nothing. */
  #believe(told: Usage | undefined): Pick<Outcome, 'usage' | 'estimated' | 'claim'> {
    const guess = this.#guess();
    if (!told) return { usage: guess, estimated: true };
    const context = this.#saidBytes + this.#answeredTokens + UNASKED_TOKENS;
    const bounded = clampUsage(told, {
      prompt: Math.min(context, CONTEXT_TOKENS_MAX),
      completion: Math.max(ANSWER_TOKENS_MAX, guess.completionTokens),
      callFactor: Number.MAX_SAFE_INTEGER,
    });
    if (told.completionTokens > 0 || guess.completionTokens === 0)
      return { ...bounded, estimated: false };
    const { completionTokens, audioOutputTokens } = guess;
    const usage = { ...bounded.usage, completionTokens, audioOutputTokens };
    return { ...bounded, usage, estimated: true };
  }

  #guess(): Usage {
    const spoken = Math.ceil(this.#heardTokens);
    return {
      ...emptyUsage(),
      promptTokens: this.#lastPromptTokens,
      completionTokens: spoken + this.#writtenTokens,
      audioOutputTokens: spoken,
    };
  }

  async #settle(
    slot: Slot,
    { model = this.#facts.model, ...told }: Told & { model?: string | undefined },
  ): Promise<void> {
    const { requestId, path, address, attempts, trace } = this.#facts;
    const { usage } = told;
    if (!this.#target) throw new Error('a talk is charged before it has a channel');
    const { channel } = this.#target;
    const call = {
      ...slot,
      requestId,
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
    const answer = { ...told, facts, channel, upstreamModel, delivered: true };
    const outcome: Outcome = { ...answer, translation: PASSING };
    try {
      await settleCall(this.#context, call, outcome);
    } finally {
      this.#context.wallet.void(slot.reservation);
      slot.admission.leave(call.used);
    }
  }
}

type Told = Omit<Outcome, 'channel' | 'upstreamModel' | 'translation'>;

/** What the counters of the relay call the end of an answer. */
const OUTCOMES: Readonly<Record<CallEnd, CallOutcome>> = {
  complete: 'answered',
  client_gone: 'client-gone',
  client_stalled: 'client-gone',
  interrupted: 'fault',
  shutdown: 'fault',
  balance_ran_out: 'answered',
  sensitive_words: 'answered',
};

/** 16 bits at 24,000 a second, as base64, 20 tokens a second. */
const SOUND_BYTES_A_TOKEN = (24_000 * 2 * 4) / 3 / 20;
const NO_ADMISSION: Admission = { leave() {} };
