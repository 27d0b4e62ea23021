import { divideFast } from './charge.ts';
import { divideHalfUp, multiply, parseDecimal } from './decimal.ts';
import { type CallPrice, type Price, quotaOfCalls, type RatioPrice } from './price.ts';
import type { TokenClass, TokenClasses } from './token-classes.ts';

export interface ReservationInput {
  promptTokens: number;
  maxCompletionTokens: number;
  /** The least that is reserved for a call that costs anything. */
  preConsumedQuota: number;
  /** The multiple of a price per call, as for the charge; 1 when absent. */
  callFactor?: number;
  /** False where neither the request nor the answer can hold audio; true when absent. */
  mayHaveAudio?: boolean;
  /** False where the request holds no picture; true when absent. */
  mayHaveImages?: boolean;
  /** True where the request asks for a cache of an hour; no call gets one unasked. */
  mayCacheForAnHour?: boolean;
}

/**
 * The most quota that a call inside these limits can cost. Never throws: a count that is broken
 * or that no integer can hold reserves the largest integer, which no balance covers.
 */
export function estimateReservation(price: Price, input: ReservationInput): number {
  if (price.free) return 0;
  const worst =
    price.kind === 'call' ? worstOfCalls(price, input.callFactor) : worstOfTokens(price, input);
  return input.preConsumedQuota > worst ? Math.ceil(input.preConsumedQuota) : worst;
}

function worstOfCalls(price: CallPrice, callFactor = 1): number {
  const factor = parseDecimal(callFactor);
  if (typeof factor === 'string') return Number.MAX_SAFE_INTEGER;
  return Math.min(quotaOfCalls(multiply(price.exact, factor)), Number.MAX_SAFE_INTEGER);
}

/** A prompt may turn out shorter than it looked, so every tier up to its length counts. */
function worstOfTokens(price: RatioPrice, input: ReservationInput): number {
  let worst = worstOfTier(price, input);
  for (const { above, price: tier } of price.tiers ?? [])
    if (!(input.promptTokens <= above)) worst = Math.max(worst, worstOfTier(tier, input));
  return worst;
}

function worstOfTier({ fast, exact }: RatioPrice, input: ReservationInput): number {
  const promptTokens = countOf(input.promptTokens);
  const completionTokens = countOf(input.maxCompletionTokens);
  if (promptTokens + completionTokens === 0) return 0;
  const prompt = dearestPrompt(exact.weights, input);
  const completion =
    input.mayHaveAudio === false
      ? 'completion'
      : dearer(exact.weights, 'completion', 'audioOutput');
  const quota =
    divideFast(
      promptTokens * fast.weights[prompt] + completionTokens * fast.weights[completion],
      fast.divisor,
    ) ??
    Number(
      divideHalfUp(
        BigInt(promptTokens) * exact.weights[prompt] +
          BigInt(completionTokens) * exact.weights[completion],
        exact.divisor,
      ),
    );
  return Math.max(1, Math.min(quota, Number.MAX_SAFE_INTEGER));
}

function dearestPrompt(
  weights: TokenClasses<bigint>,
  { mayHaveAudio = true, mayHaveImages = true, mayCacheForAnHour = false }: ReservationInput,
): TokenClass {
  let dearest = dearer(weights, dearer(weights, 'plain', 'cached'), 'cacheWrite');
  if (mayHaveAudio) dearest = dearer(weights, dearest, 'audioInput');
  if (mayHaveImages) dearest = dearer(weights, dearest, 'imageInput');
  return mayCacheForAnHour ? dearer(weights, dearest, 'cacheWriteHour') : dearest;
}

function dearer(weights: TokenClasses<bigint>, left: TokenClass, right: TokenClass): TokenClass {
  return weights[right] > weights[left] ? right : left;
}

function countOf(tokens: number): number {
  if (Number.isNaN(tokens)) return Number.MAX_SAFE_INTEGER;
  return Math.min(Math.max(0, Math.ceil(tokens)), Number.MAX_SAFE_INTEGER);
}
