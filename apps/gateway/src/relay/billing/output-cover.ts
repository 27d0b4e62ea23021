import {
  generatedImageTokensOf,
  maxOutputOf,
  type SentLimits,
  thoughtsBeyondLimit,
} from '@tollgate/dialects';
import { estimateReservation, type Price, type ReservationInput } from '@tollgate/pricing';
import { runsAgents } from './runs-agents.ts';

/** Everything that determines the price of a call except its output tokens. */
export type CallInput = Omit<ReservationInput, 'maxCompletionTokens'>;

/**
 * Tracks how many output tokens a reservation pays for. Nothing beyond that may be requested or delivered:
 * the reservation grows first, so that no call costs more than was reserved for it.
 */
export class OutputCover {
  readonly #price: Price;
  readonly #input: CallInput;
  #tokens: number;
  /** Upper bound, in tokens, of what the current attempt's channel adds to the prompt. */
  addedPrompt = 0;
  /** Maximum tokens of one completion, if the call is sent with a limit that its caller did not set. */
  limit: number | undefined;

  /** `limit` is set if the balance does not cover the model's longest completion. */
  constructor(price: Price, input: CallInput, tokens: number, limit?: number) {
    this.#price = price;
    this.#input = input;
    this.#tokens = tokens;
    this.limit = limit;
  }

  /** Returns a copy for a concurrent attempt on the same reservation. */
  copy(): OutputCover {
    return new OutputCover(this.#price, this.#input, this.#tokens, this.limit);
  }

  /** Output tokens that are paid for, over all completions. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Prompt tokens that are paid for, including what is added to the prompt. */
  get promptTokens(): number {
    return this.#input.promptTokens + this.addedPrompt;
  }

  /** Whether the more expensive one-hour cache is paid for. */
  get mayCacheForAnHour(): boolean {
    return this.#input.mayCacheForAnHour === true;
  }

  /** Whether an amount pays for a longer prompt than was reserved, together with that many output tokens. */
  pays(amount: number, promptTokens: number, tokens: number): boolean {
    return quotaOf(this.#price, { ...this.#input, promptTokens }, tokens) <= amount;
  }

  /** Returns the most quota that the call can cost with that many output tokens. */
  quotaFor(tokens: number): number {
    const { promptTokens } = this;
    return quotaOf(this.#price, { ...this.#input, promptTokens }, tokens);
  }

  /** Returns how many output tokens an amount pays for, at most those paid for before. */
  tokensFor(amount: number): number {
    const { promptTokens } = this;
    return tokensFor(this.#price, { ...this.#input, promptTokens }, amount, this.#tokens);
  }

  /** Records that the reservation was extended to pay for that many output tokens. */
  grow(tokens: number): void {
    this.#tokens = Math.max(this.#tokens, tokens);
  }
}

/** Returns the most output tokens of an upstream that respects its request, over all completions. */
export function mostOutput({ outputTokens, responses }: SentLimits, upstreamModel: string): number {
  if (outputTokens === undefined) return maxOutputOf(upstreamModel) * responses;
  if (outputTokens > 0 && runsAgents(upstreamModel))
    return Math.max(outputTokens, maxOutputOf(upstreamModel)) * responses;
  const drawn = outputTokens > 0 ? generatedImageTokensOf(upstreamModel) : 0;
  return (outputTokens + drawn) * responses;
}

/**
 * By what factor an honest response may exceed its limit in our count. We count up to twice as many tokens as
 * the vendor's tokenizer, and more if a text is mostly repetitions of one character.
 */
const OVERRUN_FACTOR = 4;
/** Tolerance for short limits, and for unrequested output. Tokens per completion. */
const OVERRUN_SLACK = 4096;

/**
 * Returns the most output tokens accepted from an upstream, by our count, over all completions. No honest
 * upstream sends more for its request.
 */
export function mostDelivered(limits: SentLimits, upstreamModel: string): number {
  const slack = OVERRUN_SLACK + thoughtsBeyondLimit(upstreamModel);
  return mostOutput(limits, upstreamModel) * OVERRUN_FACTOR + slack * limits.responses;
}

/** Returns the most quota that a call can cost with that many output tokens. */
export function quotaOf(price: Price, input: CallInput, tokens: number): number {
  return estimateReservation(price, { ...input, maxCompletionTokens: tokens });
}

/** Returns how many of `most` output tokens an amount pays for. */
export function tokensFor(price: Price, input: CallInput, amount: number, most: number): number {
  if (quotaOf(price, input, most) <= amount) return most;
  let affordable = 0;
  let unaffordable = most;
  while (unaffordable - affordable > 1) {
    const middle = Math.floor((affordable + unaffordable) / 2);
    if (quotaOf(price, input, middle) <= amount) affordable = middle;
    else unaffordable = middle;
  }
  return affordable;
}
