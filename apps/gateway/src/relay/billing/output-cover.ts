import {
  drawnTokensOf,
  maxOutputOf,
  type SentLimits,
  thoughtsBeyondLimit,
} from '@tollgate/dialects';
import { estimateReservation, type Price, type ReservationInput } from '@tollgate/pricing';

/** What decides the price of a call besides its output tokens. */
export type CallInput = Omit<ReservationInput, 'maxCompletionTokens'>;

/**
 * How many output tokens a reservation pays for. Nothing beyond that may be requested or delivered:
 * the reservation grows first, so that no call costs more than was reserved for it.
 */
export class OutputCover {
  readonly #price: Price;
  readonly #input: CallInput;
  #tokens: number;
  /** What the channel of the current attempt puts before the prompt. Tokens at most. */
  addedPrompt = 0;
  /**
   * The maximum of one completion, where the call is sent with a limit that its caller did not set.
   */
  limit: number | undefined;

  /** `limit` is set where the balance does not cover the model's longest completion. */
  constructor(price: Price, input: CallInput, tokens: number, limit?: number) {
    this.#price = price;
    this.#input = input;
    this.#tokens = tokens;
    this.limit = limit;
  }

  /** The same for an attempt that runs beside this one, on the same reservation. */
  copy(): OutputCover {
    return new OutputCover(this.#price, this.#input, this.#tokens, this.limit);
  }

  /** Output tokens that are paid for, all completions together. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Tokens of the prompt that are paid for, with all that may be read for it. */
  get promptTokens(): number {
    return this.#input.promptTokens + this.addedPrompt;
  }

  /** Whether a cache of an hour, which is dearer, is paid for. */
  get mayCacheForAnHour(): boolean {
    return this.#input.mayCacheForAnHour === true;
  }

  /** Whether an amount pays for a longer prompt than was reserved, beside so many output tokens. */
  pays(amount: number, promptTokens: number, tokens: number): boolean {
    return quotaOf(this.#price, { ...this.#input, promptTokens }, tokens) <= amount;
  }

  /** The most quota that the call can cost with so many output tokens. */
  quotaFor(tokens: number): number {
    const { promptTokens } = this;
    return quotaOf(this.#price, { ...this.#input, promptTokens }, tokens);
  }

  /** How many output tokens an amount pays for, at most those that were paid for before. */
  tokensFor(amount: number): number {
    const { promptTokens } = this;
    return tokensFor(this.#price, { ...this.#input, promptTokens }, amount, this.#tokens);
  }

  /** Notes that the reservation has grown to pay for so many. */
  grow(tokens: number): void {
    this.#tokens = Math.max(this.#tokens, tokens);
  }
}

/** The most output tokens of an upstream that obeys its request, all completions together. */
export function mostOutput({ outputTokens, responses }: SentLimits, upstreamModel: string): number {
  if (outputTokens === undefined) return maxOutputOf(upstreamModel) * responses;
  const drawn = outputTokens > 0 ? drawnTokensOf(upstreamModel) : 0;
  return (outputTokens + drawn) * responses;
}

/**
 * How much longer than its limit we may take an honest response to be. Our count of a text is up to
 * twice that of the vendor's tokenizer, and more where most of it is rows of the same sign.
 */
const OVERRUN_FACTOR = 4;
/** For short limits, and what a provider writes unasked. Tokens of a response. */
const OVERRUN_SLACK = 4096;

/**
 * The most output tokens that are taken from an upstream, by our count, all completions together.
 * More than that no honest one sends for its request.
 */
export function mostDelivered(limits: SentLimits, upstreamModel: string): number {
  const slack = OVERRUN_SLACK + thoughtsBeyondLimit(upstreamModel);
  return mostOutput(limits, upstreamModel) * OVERRUN_FACTOR + slack * limits.responses;
}

/** The most quota that a call can cost with so many output tokens. */
export function quotaOf(price: Price, input: CallInput, tokens: number): number {
  return estimateReservation(price, { ...input, maxCompletionTokens: tokens });
}

/** How many of `most` output tokens an amount pays for. */
export function tokensFor(price: Price, input: CallInput, amount: number, most: number): number {
  if (quotaOf(price, input, most) <= amount) return most;
  let paid = 0;
  let unpaid = most;
  while (unpaid - paid > 1) {
    const middle = Math.floor((paid + unpaid) / 2);
    if (quotaOf(price, input, middle) <= amount) paid = middle;
    else unpaid = middle;
  }
  return paid;
}
