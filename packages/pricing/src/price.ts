import {
  type Decimal,
  multiply,
  ONE,
  roundHalfUp,
  roundPlaces,
  toNumber,
  unitsAt,
} from './decimal.ts';
import type { ImageFactorMap } from './image-factor.ts';
import { priceAtRatio, ratioTo } from './price-at-ratio.ts';
import type { Tariff } from './tariff.ts';
import { mapClasses, type TokenClasses } from './token-classes.ts';
import type { Usage } from './usage.ts';

/** The factors of a price by tokens, for the log. Audio and images only if priced separately. */
export interface RatioFactors {
  modelRatio: number;
  completionRatio: number;
  cacheRatio: number;
  cacheWriteRatio: number;
  /** For cache writes kept for an hour. */
  cacheWriteHourRatio: number;
  audioRatio?: number;
  /** On top of `audioRatio`, for audio output. */
  audioCompletionRatio?: number;
  imageRatio?: number;
  groupRatio: number;
  /** Set in a tier's price: it applies to prompts with more tokens than this. */
  tierAbove?: number;
}

export interface CallFactors {
  modelPrice: number;
  groupRatio: number;
  quotaPerUnit: number;
}

/** Quota = Σ tokens · weight ÷ divisor, all integers without a common factor. */
export interface RatioPrice {
  readonly kind: 'ratio';
  readonly version: string;
  readonly factors: RatioFactors;
  readonly exact: { readonly weights: TokenClasses<bigint>; readonly divisor: bigint };
  /** The same as numbers, for the fast path. */
  readonly fast: { readonly weights: TokenClasses<number>; readonly divisor: number };
  readonly free: boolean;
  /** Whether a charge by tokens is rounded up, as in one-api, instead of to the nearest. */
  readonly roundsUp: boolean;
  /** Prices of calls with longer prompts, longest first; see priceAt. */
  readonly tiers?: readonly RatioTier[];
  /** The price of a response that contains reasoning, if its output costs another price; see priceAt. */
  readonly thinking?: RatioPrice;
  /** Prices of tools and service tiers. */
  readonly tariff?: Tariff;
}

/** The price of a whole call whose prompt has more tokens than `above`. */
export interface RatioTier {
  readonly above: number;
  readonly price: RatioPrice;
}

export interface CallPrice {
  readonly kind: 'call';
  readonly version: string;
  readonly factors: CallFactors;
  /** Quota of one call. */
  readonly quota: number;
  /** The quota before rounding, for calls that cost a multiple. */
  readonly exact: Decimal;
  /** Factors that image sizes and qualities apply to it. */
  readonly imageFactors?: ImageFactorMap;
  /** Prices of tools and service tiers. */
  readonly tariff?: Tariff;
  readonly free: boolean;
}

export type Price = RatioPrice | CallPrice;

/** Returns the price that applies to a prompt of this length, and to a response with this reasoning. */
export function priceAt<PriceType extends Price>(
  price: PriceType,
  usage: Pick<Usage, 'promptTokens' | 'reasoningTokens'>,
): PriceType;
export function priceAt(
  price: Price,
  { promptTokens, reasoningTokens }: Pick<Usage, 'promptTokens' | 'reasoningTokens'>,
): Price {
  if (price.kind === 'call') return price;
  const due = price.tiers?.find(({ above }) => promptTokens > above)?.price ?? price;
  return reasoningTokens > 0 ? (due.thinking ?? due) : due;
}

/** Whether a response that contains reasoning may cost another price. */
export function hasThinkingPrice(price: Price): boolean {
  if (price.kind === 'call') return false;
  return price.thinking !== undefined || price.tiers?.some((tier) => tier.price.thinking) === true;
}

export interface RatioParts {
  modelRatio: Decimal;
  groupRatio: Decimal;
  /** Set for a tier's price. */
  tierAbove?: number | undefined;
  /** False if absent. */
  roundsUp?: boolean | undefined;
  /** 1 if absent. */
  completionRatio?: Decimal | undefined;
  /** 1 if absent: no discount. */
  cacheRatio?: Decimal | undefined;
  /** 1.25 if absent. */
  cacheWriteRatio?: Decimal | undefined;
  /** 1.6 times the cache write ratio if absent. */
  cacheWriteHourRatio?: Decimal | undefined;
  /** Audio costs the same as text if absent. */
  audioRatio?: Decimal | undefined;
  /** The completion ratio if absent. */
  audioCompletionRatio?: Decimal | undefined;
  /** Images cost the same as text if absent. */
  imageRatio?: Decimal | undefined;
  /** On top of the completion ratio, for responses that contain reasoning; 1 if absent. */
  thinkingRatio?: Decimal | undefined;
}

const CACHE_WRITE: Decimal = { units: 125n, places: 2 };
const HOUR_TO_SHORT_CACHE: Decimal = { units: 16n, places: 1 };
/** USD per million tokens at a ratio of 1, and the quota of a token at 1 USD per million. */
const USD_AT_ONE: Decimal = { units: 2n, places: 0 };
const QUOTA_AT_ONE_USD: Decimal = { units: 5n, places: 1 };

/** Returns the weight of each kind of token, a plain prompt token being 1. */
export function classRatios(parts: RatioParts): TokenClasses<Decimal> {
  const {
    completionRatio: completion = ONE,
    cacheRatio: cached = ONE,
    cacheWriteRatio: cacheWrite = CACHE_WRITE,
  } = parts;
  const { audioRatio, audioCompletionRatio = completion } = parts;
  return {
    plain: ONE,
    cached,
    cacheWrite,
    cacheWriteHour: parts.cacheWriteHourRatio ?? hourRatio(parts.modelRatio, cacheWrite),
    audioInput: audioRatio ?? ONE,
    imageInput: parts.imageRatio ?? ONE,
    completion,
    audioOutput: audioRatio ? multiply(audioRatio, audioCompletionRatio) : completion,
  };
}

function hourRatio(modelRatio: Decimal, cacheWrite: Decimal): Decimal {
  if (modelRatio.units === 0n) return roundPlaces(multiply(cacheWrite, HOUR_TO_SHORT_CACHE));
  const base = multiply(modelRatio, USD_AT_ONE);
  return ratioTo(base, multiply(priceAtRatio(base, cacheWrite), HOUR_TO_SHORT_CACHE));
}

/** USD per million tokens of each kind, before the group ratio. */
function classPrices(parts: RatioParts): TokenClasses<Decimal> {
  const base = multiply(parts.modelRatio, USD_AT_ONE);
  const prices = mapClasses(classRatios(parts), (ratio) => priceAtRatio(base, ratio));
  const { audioRatio, audioCompletionRatio } = parts;
  // The ratio of audio output is on top of audio input's.
  return audioRatio && audioCompletionRatio
    ? { ...prices, audioOutput: priceAtRatio(prices.audioInput, audioCompletionRatio) }
    : prices;
}

/** Returns the quota of a token of each kind, including the group ratio, before rounding. */
export function classQuotas(parts: RatioParts): TokenClasses<Decimal> {
  const perUsd = multiply(QUOTA_AT_ONE_USD, parts.groupRatio);
  return mapClasses(classPrices(parts), (price) => multiply(price, perUsd));
}

export function compileRatioPrice(parts: RatioParts, version: string): RatioPrice {
  const price = compilePlainPrice(parts, version);
  const { thinkingRatio, completionRatio = ONE } = parts;
  if (!thinkingRatio) return price;
  const thinking = { ...parts, completionRatio: multiply(completionRatio, thinkingRatio) };
  return { ...price, thinking: compilePlainPrice(thinking, version) };
}

function compilePlainPrice(parts: RatioParts, version: string): RatioPrice {
  const ratios = classRatios(parts);
  const perToken = classQuotas(parts);
  const exact = reduce(perToken);
  return {
    kind: 'ratio',
    version,
    factors: ratioFactors(parts, ratios),
    exact,
    fast: { weights: mapClasses(exact.weights, Number), divisor: Number(exact.divisor) },
    free: exact.weights.plain === 0n,
    roundsUp: parts.roundsUp ?? false,
  };
}

/** Brings token prices to a common divisor and cancels common factors, to keep products small. */
function reduce(perToken: TokenClasses<Decimal>): RatioPrice['exact'] {
  const places = Math.max(
    ...(Object.values(mapClasses(perToken, (price) => price.places)) as number[]),
  );
  const weights = mapClasses(perToken, (price) => unitsAt(price, places));
  const divisor = 10n ** BigInt(places);
  const common = (Object.values(weights) as bigint[]).reduce(greatestCommonDivisor, divisor);
  return { weights: mapClasses(weights, (weight) => weight / common), divisor: divisor / common };
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommonDivisor(right, left % right);
}

function ratioFactors(parts: RatioParts, ratios: TokenClasses<Decimal>): RatioFactors {
  const {
    modelRatio,
    groupRatio,
    audioRatio,
    audioCompletionRatio = ratios.completion,
    imageRatio,
  } = parts;
  return {
    modelRatio: toNumber(modelRatio),
    completionRatio: toNumber(ratios.completion),
    cacheRatio: toNumber(ratios.cached),
    cacheWriteRatio: toNumber(ratios.cacheWrite),
    cacheWriteHourRatio: toNumber(ratios.cacheWriteHour),
    ...(audioRatio && {
      audioRatio: toNumber(audioRatio),
      audioCompletionRatio: toNumber(audioCompletionRatio),
    }),
    ...(imageRatio && { imageRatio: toNumber(imageRatio) }),
    groupRatio: toNumber(groupRatio),
    ...(parts.tierAbove === undefined ? {} : { tierAbove: parts.tierAbove }),
  };
}

export interface CallParts {
  /** USD. */
  modelPrice: Decimal;
  groupRatio: Decimal;
  quotaPerUnit: Decimal;
}

/** Compiles a price per call. Returns undefined if the quota is beyond 2^53. */
export function compileCallPrice(
  { modelPrice, groupRatio, quotaPerUnit }: CallParts,
  version: string,
): CallPrice | undefined {
  const exact = multiply(multiply(modelPrice, quotaPerUnit), groupRatio);
  const quota = quotaOfCalls(exact);
  if (quota > Number.MAX_SAFE_INTEGER) return undefined;
  return {
    kind: 'call',
    version,
    factors: {
      modelPrice: toNumber(modelPrice),
      groupRatio: toNumber(groupRatio),
      quotaPerUnit: toNumber(quotaPerUnit),
    },
    quota,
    exact,
    free: exact.units === 0n,
  };
}

/** Rounds to the nearest quota, halves up, but at least 1 for anything not free. Inexact beyond 2^53. */
export function quotaOfCalls(exact: Decimal): number {
  return exact.units === 0n ? 0 : Math.max(1, Number(roundHalfUp(exact)));
}
