import { divideFast } from './charge.ts';
import { add, divideRounded, multiply, parseDecimal, wholeDecimal } from './decimal.ts';
import { type CallPrice, type Price, quotaOfCalls, type RatioPrice } from './price.ts';
import { type Surcharges, tierRatioOf, toolQuota } from './surcharges.ts';
import type { TokenClass, TokenClasses } from './token-classes.ts';

export interface ReservationInput {
  promptTokens: number;
  maxCompletionTokens: number;
  /** The minimum reserved for a call that costs anything. */
  preConsumedQuota: number;
  /** Multiple of a price per call, as for the charge; 1 if absent. */
  callFactor?: number | undefined;
  /** False if neither the request nor the response can contain audio; true if absent. */
  mayHaveAudio?: boolean;
  /** False if the request contains no image; true if absent. */
  mayHaveImages?: boolean;
  /** True if the request asks for a one-hour cache; other calls never get one. */
  mayCacheForAnHour?: boolean;
  /** Upper bound of what tools and service tiers can add. */
  surcharges?: Surcharges | undefined;
}

/**
 * Returns the upper bound of a call's quota within these limits. Never throws: a count that is invalid or
 * overflows reserves the largest integer, which no balance covers.
 */
export function estimateReservation(price: Price, input: ReservationInput): number {
  if (price.free && !input.surcharges) return 0;
  const tokenCost =
    price.kind === 'call' ? maxCostOfCalls(price, input.callFactor) : maxCostOfTokens(price, input);
  const maxCost = input.surcharges ? withSurcharges(price, tokenCost, input.surcharges) : tokenCost;
  if (price.free && maxCost === 0) return 0;
  return input.preConsumedQuota > maxCost ? Math.ceil(input.preConsumedQuota) : maxCost;
}

function maxCostOfCalls(price: CallPrice, callFactor = 1): number {
  const factor = parseDecimal(callFactor);
  if (typeof factor === 'string') return Number.MAX_SAFE_INTEGER;
  return Math.min(quotaOfCalls(multiply(price.exact, factor)), Number.MAX_SAFE_INTEGER);
}

/** Rounds up, as `tokenCost` was rounded before it is multiplied. */
function withSurcharges(price: Price, tokenCost: number, surcharges: Surcharges): number {
  try {
    const tools = toolQuota(surcharges, price.factors.groupRatio);
    const tokens = price.free ? 0 : tokenCost + 1;
    const maxCost = add(multiply(wholeDecimal(tokens), tierRatioOf(surcharges)), tools);
    const scale = 10n ** BigInt(maxCost.places);
    return Math.min(Number((maxCost.units + scale - 1n) / scale), Number.MAX_SAFE_INTEGER);
  } catch (error) {
    if (error instanceof RangeError) return Number.MAX_SAFE_INTEGER;
    throw error;
  }
}

/** The prompt may turn out shorter than estimated, so every tier up to its length counts. */
function maxCostOfTokens(price: RatioPrice, input: ReservationInput): number {
  let maxCost = maxCostOfTier(price, input);
  for (const { above, price: tier } of price.tiers ?? [])
    if (!(input.promptTokens <= above)) maxCost = Math.max(maxCost, maxCostOfTier(tier, input));
  return maxCost;
}

/** Nobody knows before whether the response contains reasoning. */
function maxCostOfTier(price: RatioPrice, input: ReservationInput): number {
  const plain = maxCostOfPrice(price, input);
  return price.thinking ? Math.max(plain, maxCostOfPrice(price.thinking, input)) : plain;
}

function maxCostOfPrice({ fast, exact, roundsUp }: RatioPrice, input: ReservationInput): number {
  const promptTokens = countOf(input.promptTokens);
  const completionTokens = countOf(input.maxCompletionTokens);
  if (promptTokens + completionTokens === 0) return 0;
  const prompt = mostExpensivePromptClass(exact.weights, input);
  const completion =
    input.mayHaveAudio === false
      ? 'completion'
      : moreExpensive(exact.weights, 'completion', 'audioOutput');
  const quota =
    divideFast(
      promptTokens * fast.weights[prompt] + completionTokens * fast.weights[completion],
      fast.divisor,
      roundsUp,
    ) ??
    Number(
      divideRounded(
        BigInt(promptTokens) * exact.weights[prompt] +
          BigInt(completionTokens) * exact.weights[completion],
        exact.divisor,
        roundsUp,
      ),
    );
  return Math.max(1, Math.min(quota, Number.MAX_SAFE_INTEGER));
}

function mostExpensivePromptClass(
  weights: TokenClasses<bigint>,
  { mayHaveAudio = true, mayHaveImages = true, mayCacheForAnHour = false }: ReservationInput,
): TokenClass {
  let mostExpensive = moreExpensive(
    weights,
    moreExpensive(weights, 'plain', 'cached'),
    'cacheWrite',
  );
  if (mayHaveAudio) mostExpensive = moreExpensive(weights, mostExpensive, 'audioInput');
  if (mayHaveImages) mostExpensive = moreExpensive(weights, mostExpensive, 'imageInput');
  return mayCacheForAnHour
    ? moreExpensive(weights, mostExpensive, 'cacheWriteHour')
    : mostExpensive;
}

function moreExpensive(
  weights: TokenClasses<bigint>,
  left: TokenClass,
  right: TokenClass,
): TokenClass {
  return weights[right] > weights[left] ? right : left;
}

function countOf(tokens: number): number {
  if (Number.isNaN(tokens)) return Number.MAX_SAFE_INTEGER;
  return Math.min(Math.max(0, Math.ceil(tokens)), Number.MAX_SAFE_INTEGER);
}
