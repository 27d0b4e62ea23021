import { add, type Decimal, divideRounded, multiply, parseDecimal } from './decimal.ts';
import { type CallPrice, type Price, priceAt, quotaOfCalls, type RatioPrice } from './price.ts';
import { type Surcharges, tierRatioOf, toolQuota } from './surcharges.ts';
import { splitTokens } from './token-classes.ts';
import { isValidUsage, normaliseUsage, type Usage } from './usage.ts';

/**
 * Computes the quota of one call, rounded once at the end: half up, or up for prices by tokens that say so;
 * at least 1 if the price is above 0 and any token was used. Impossible counts are normalized first.
 * `callFactor` is the multiple of a price per call (images, sizes), ignored by prices by tokens. `surcharges`
 * are the call's tools and service tiers. Throws RangeError if the result is beyond 2^53 or the factor is not
 * a decimal.
 */
export function computeCharge(
  price: Price,
  usage: Usage,
  callFactor = 1,
  surcharges?: Surcharges,
): number {
  if (surcharges) return chargeSurcharged(price, usage, callFactor, surcharges);
  if (price.kind === 'call') return callFactor === 1 ? price.quota : chargeCalls(price, callFactor);
  if (price.free) return 0;
  const tokens = isValidUsage(usage) ? usage : normaliseUsage(usage);
  if (tokens.promptTokens === 0 && tokens.completionTokens === 0) return 0;
  const due = price.tiers || price.thinking ? priceAt(price, tokens) : price;
  if (due.exact.weights.plain === 0n) return 0;
  return Math.max(1, chargeFast(due, tokens) ?? chargeExact(due, tokens));
}

/**
 * Charges a valid usage in plain numbers; returns undefined if a product may be inexact. Sums and products of
 * non-negative integers that end below 2^53 were exact throughout: rounding is monotonic, so an intermediate
 * result above 2^53 would have stayed there.
 */
export function chargeFast({ fast, roundsUp }: RatioPrice, usage: Usage): number | undefined {
  const { weights } = fast;
  const tokens = splitTokens(usage);
  const numerator =
    tokens.plain * weights.plain +
    tokens.cached * weights.cached +
    tokens.cacheWrite * weights.cacheWrite +
    tokens.cacheWriteHour * weights.cacheWriteHour +
    tokens.audioInput * weights.audioInput +
    tokens.imageInput * weights.imageInput +
    tokens.completion * weights.completion +
    tokens.audioOutput * weights.audioOutput;
  return divideFast(numerator, fast.divisor, roundsUp);
}

/** numerator ÷ divisor, rounded half up or up; undefined if one of them may be inexact. */
export function divideFast(
  numerator: number,
  divisor: number,
  roundsUp = false,
): number | undefined {
  if (numerator > Number.MAX_SAFE_INTEGER || divisor > Number.MAX_SAFE_INTEGER) return undefined;
  const remainder = numerator % divisor;
  const isUp = roundsUp ? remainder > 0 : remainder * 2 >= divisor;
  return (numerator - remainder) / divisor + (isUp ? 1 : 0);
}

/** Charges a valid usage in big integers: always exact. Throws RangeError beyond 2^53. */
export function chargeExact(price: RatioPrice, usage: Usage): number {
  const numerator = numeratorOf(price, usage);
  return assertSafeCharge(Number(divideRounded(numerator, price.exact.divisor, price.roundsUp)));
}

function numeratorOf({ exact: { weights } }: RatioPrice, usage: Usage): bigint {
  const tokens = splitTokens(usage);
  return (
    BigInt(tokens.plain) * weights.plain +
    BigInt(tokens.cached) * weights.cached +
    BigInt(tokens.cacheWrite) * weights.cacheWrite +
    BigInt(tokens.cacheWriteHour) * weights.cacheWriteHour +
    BigInt(tokens.audioInput) * weights.audioInput +
    BigInt(tokens.imageInput) * weights.imageInput +
    BigInt(tokens.completion) * weights.completion +
    BigInt(tokens.audioOutput) * weights.audioOutput
  );
}

function chargeCalls(price: CallPrice, callFactor: number): number {
  return assertSafeCharge(quotaOfCalls(exactCalls(price, callFactor)));
}

function exactCalls(price: CallPrice, callFactor: number): Decimal {
  const factor = parseDecimal(callFactor);
  if (typeof factor === 'string')
    throw new RangeError('the multiple of a call is no number of 0 or more');
  return multiply(price.exact, factor);
}

/** Tokens · tiers + tools, rounded once; at least 1 if anything with a price above 0 was used. */
function chargeSurcharged(
  price: Price,
  usage: Usage,
  callFactor: number,
  surcharges: Surcharges,
): number {
  const ratio = tierRatioOf(surcharges);
  const tools = toolQuota(surcharges, price.factors.groupRatio);
  if (price.kind === 'call') {
    const calls = multiply(exactCalls(price, callFactor), ratio);
    return assertSafeCharge(quotaOfCalls(add(calls, tools)));
  }
  const tokens = isValidUsage(usage) ? usage : normaliseUsage(usage);
  const due = priceAt(price, tokens);
  const toolScale = 10n ** BigInt(tools.places);
  const scale = 10n ** BigInt(ratio.places) * due.exact.divisor;
  const weighted = numeratorOf(due, tokens) * ratio.units;
  const numerator = weighted * toolScale + tools.units * scale;
  const quota = Number(divideRounded(numerator, scale * toolScale, price.roundsUp));
  return assertSafeCharge(numerator > 0n ? Math.max(1, quota) : quota);
}

function assertSafeCharge(quota: number): number {
  if (quota > Number.MAX_SAFE_INTEGER)
    throw new RangeError('the charge is beyond what can be booked');
  return quota;
}
