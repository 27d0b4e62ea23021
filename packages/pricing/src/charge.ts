import { divideHalfUp, type Price, type RatioPrice } from './price-book.ts';
import { normaliseUsage, type Usage } from './usage.ts';

/**
 * The quota of one call: one rounding, half up, at the end; at least 1 when the price is above 0
 * and any token was used. Throws RangeError where the result is beyond 2^53.
 */
export function computeCharge(price: Price, usage: Usage): number {
  if (price.kind === 'call') return price.quota;
  if (price.free) return 0;
  const tokens = isNormal(usage) ? usage : normaliseUsage(usage);
  if (tokens.promptTokens === 0 && tokens.completionTokens === 0) return 0;
  const quota = chargeFast(price, tokens) ?? chargeExact(price, tokens);
  return quota === 0 ? 1 : quota;
}

function isNormal(usage: Usage): boolean {
  return (
    usage.cachedTokens >= 0 &&
    usage.cacheWriteTokens >= 0 &&
    usage.completionTokens >= 0 &&
    usage.cachedTokens + usage.cacheWriteTokens <= usage.promptTokens &&
    Number.isSafeInteger(usage.promptTokens) &&
    Number.isSafeInteger(usage.cachedTokens) &&
    Number.isSafeInteger(usage.cacheWriteTokens) &&
    Number.isSafeInteger(usage.completionTokens)
  );
}

/**
 * The charge in plain numbers, undefined where a product may leave the exact range. A product of
 * integers that is below 2^53 when computed in floating point is exact.
 */
export function chargeFast(price: RatioPrice, usage: Usage): number | undefined {
  const { plain, cached, cacheWrite, completion, multiplier, divisor } = price.fast;
  const weighted =
    (usage.promptTokens - usage.cachedTokens - usage.cacheWriteTokens) * plain +
    usage.cachedTokens * cached +
    usage.cacheWriteTokens * cacheWrite +
    usage.completionTokens * completion;
  const numerator = weighted * multiplier;
  if (numerator > Number.MAX_SAFE_INTEGER || divisor > Number.MAX_SAFE_INTEGER) return undefined;
  const remainder = numerator % divisor;
  return (numerator - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0);
}

/** The charge in big integers: always exact. */
export function chargeExact(price: RatioPrice, usage: Usage): number {
  const { plain, cached, cacheWrite, completion } = price.weights;
  const weighted =
    BigInt(usage.promptTokens - usage.cachedTokens - usage.cacheWriteTokens) * plain +
    BigInt(usage.cachedTokens) * cached +
    BigInt(usage.cacheWriteTokens) * cacheWrite +
    BigInt(usage.completionTokens) * completion;
  const quota = divideHalfUp(weighted * price.multiplier, price.divisor);
  if (quota > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the charge is beyond what can be booked');
  return Number(quota);
}

export interface ReservationInput {
  promptTokens: number;
  maxCompletionTokens: number;
  /** The least that is reserved for a call that costs anything. */
  preConsumedQuota: number;
}

/** The most that a call with this prompt and output limit can cost. */
export function estimateReservation(price: Price, { promptTokens, maxCompletionTokens, preConsumedQuota }: ReservationInput): number {
  if (price.free) return 0;
  if (price.kind === 'call') return price.quota;
  const { plain, cached, cacheWrite } = price.fast;
  const dearest = Math.max(plain, cached, cacheWrite);
  const worst = computeCharge(price, {
    promptTokens,
    cachedTokens: dearest === cached && dearest !== plain ? promptTokens : 0,
    cacheWriteTokens: dearest === cacheWrite && dearest !== plain && dearest !== cached ? promptTokens : 0,
    completionTokens: maxCompletionTokens,
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  });
  return Math.max(worst, preConsumedQuota);
}
