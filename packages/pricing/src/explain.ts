import { computeCharge } from './charge.ts';
import type { ChargeFactors } from './charge-record.ts';
import { add, type Decimal, multiply, parseDecimal, toNumber, wholeDecimal } from './decimal.ts';
import {
  classQuotas,
  classRatios,
  compileCallPrice,
  compileRatioPrice,
  type RatioParts,
} from './price.ts';
import { type Surcharges, tierRatioOf, toolDollars, toolQuota } from './surcharges.ts';
import { splitTokens, type TokenClass } from './token-classes.ts';
import { normaliseUsage, type Usage } from './usage.ts';

/** What a charge line counts; `prompt` is fresh text that no other line counts. */
export type ChargeLineKind = (typeof LINE_KINDS)[TokenClass];

const LINE_KINDS = {
  plain: 'prompt',
  cached: 'cached',
  cacheWrite: 'cache-write',
  cacheWriteHour: 'cache-write-hour',
  audioInput: 'audio-input',
  imageInput: 'image-input',
  completion: 'completion',
  audioOutput: 'audio-output',
} as const satisfies Record<TokenClass, string>;

/** One addend of a charge: a number of tokens of one kind and the ratio each counts. */
export interface ChargeLine {
  kind: ChargeLineKind;
  tokens: number;
  ratio: number;
  /** tokens · ratio. */
  weighted: number;
  /** The line's cost, before the one rounding at the end. */
  quota: number;
}

/** The cost of one tool of a call. */
export interface ToolLine {
  tool: string;
  uses: number;
  /** USD per use. */
  use: number;
  /** USD per call that uses it. */
  request: number;
  /** Before the one rounding at the end. */
  quota: number;
}

interface Explained {
  /** Tools that ran at the provider; absent if there were none. */
  tools?: ToolLine[];
  /** Quota of tokens or calls before tiers and tools; absent if there were none. */
  subtotal?: number;
  /** Service tiers and the factor each applied to token prices; absent if there were none. */
  tiers?: { tier: string; ratio: number }[];
  /** Quota before rounding: the product of the formula. */
  unrounded: number;
  /** Quota as charged. */
  total: number;
  /** True if the total is the minimum charge of 1, not the rounded product. */
  minimumApplied: boolean;
  /** True if the tokens are the gateway's estimate. */
  estimated: boolean;
}

/** total = modelPrice · quotaPerUnit · groupRatio · callFactor · tiers + tools. */
export interface CallExplanation extends Explained {
  kind: 'call';
  lines: [];
  modelPrice: number;
  quotaPerUnit: number;
  groupRatio: number;
  callFactor: number;
}

/** total = weighted · modelRatio · groupRatio · tiers + tools; weighted is the sum over the lines. */
export interface RatioExplanation extends Explained {
  kind: 'ratio';
  lines: ChargeLine[];
  weighted: number;
  modelRatio: number;
  groupRatio: number;
  /** Part of the completion and charged there; for information. */
  reasoningTokens: number;
}

export type ChargeExplanation = CallExplanation | RatioExplanation;

const QUOTA_PER_UNIT_DEFAULT = 500_000;

/**
 * Recomputes a charge from its factors and breaks it down so that a person can follow it. All numbers are
 * exact decimals; no words. Returns undefined if the factors do not make up a charge.
 */
export function explainCharge(factors: ChargeFactors): ChargeExplanation | undefined {
  try {
    return factors.modelPrice === undefined
      ? explainTokens(factors)
      : explainCall(factors, factors.modelPrice);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function explainCall(factors: ChargeFactors, modelPrice: number): CallExplanation | undefined {
  const {
    groupRatio,
    quotaPerUnit = QUOTA_PER_UNIT_DEFAULT,
    callFactor = 1,
    estimated = false,
  } = factors;
  const parts = {
    modelPrice: exact(modelPrice),
    groupRatio: exact(groupRatio),
    quotaPerUnit: exact(quotaPerUnit),
  };
  const price = compileCallPrice(parts, '');
  if (!price) return undefined;
  const { surcharges } = factors;
  const calls = multiply(price.exact, exact(callFactor));
  const unrounded = toNumber(surcharged(calls, groupRatio, surcharges));
  const total = computeCharge(price, normaliseUsage(factors), callFactor, surcharges);
  const minimumApplied = total === 1 && unrounded < 0.5;
  return {
    kind: 'call',
    lines: [],
    modelPrice,
    quotaPerUnit,
    groupRatio,
    callFactor,
    unrounded,
    total,
    minimumApplied,
    estimated,
    ...explainSurcharges(surcharges, groupRatio, calls),
  };
}

/** Quota of tokens or calls, with tiers and tools applied. */
function surcharged(tokens: Decimal, groupRatio: number, surcharges?: Surcharges): Decimal {
  if (!surcharges) return tokens;
  return add(multiply(tokens, tierRatioOf(surcharges)), toolQuota(surcharges, groupRatio));
}

function explainSurcharges(
  surcharges: Surcharges | undefined,
  groupRatio: number,
  base: Decimal,
): Pick<Explained, 'subtotal' | 'tools' | 'tiers'> {
  if (!surcharges) return {};
  const unit = multiply(exact(surcharges.quotaPerUnit), exact(groupRatio));
  const tools = Object.entries(surcharges.tools).map(([tool, charged]) => {
    const quota = toNumber(multiply(toolDollars(charged), unit));
    return { tool, uses: charged.uses, use: charged.use, request: charged.request, quota };
  });
  const tiers = Object.entries(surcharges.tiers).map(([tier, ratio]) => ({ tier, ratio }));
  return {
    subtotal: toNumber(base),
    ...(tools.length > 0 && { tools }),
    ...(tiers.length > 0 && { tiers }),
  };
}

function explainTokens(factors: ChargeFactors): RatioExplanation | undefined {
  if (factors.modelRatio === undefined) return undefined;
  const parts = ratioParts(factors, factors.modelRatio);
  const usage = normaliseUsage(factors);
  const costs = costsOf(parts, usage);
  const { surcharges, groupRatio } = factors;
  const tokens = sum(costs.map(({ quota }) => quota));
  const unrounded = toNumber(surcharged(tokens, groupRatio, surcharges));
  const total = computeCharge(compileRatioPrice(parts, ''), usage, 1, surcharges);
  return {
    kind: 'ratio',
    lines: costs.map(({ kind, tokens, ratio, weighted, quota }) => ({
      kind: LINE_KINDS[kind],
      tokens,
      ratio: toNumber(ratio),
      weighted: toNumber(weighted),
      quota: toNumber(quota),
    })),
    weighted: toNumber(sum(costs.map(({ weighted }) => weighted))),
    modelRatio: factors.modelRatio,
    groupRatio,
    reasoningTokens: usage.reasoningTokens,
    unrounded,
    total,
    minimumApplied: total === 1 && unrounded < 0.5 && factors.roundsUp !== true,
    estimated: factors.estimated ?? false,
    ...explainSurcharges(surcharges, groupRatio, tokens),
  };
}

/** The kinds of tokens that occurred, in the formula's order. */
function costsOf(parts: RatioParts, usage: Usage) {
  const ratios = classRatios(parts);
  const quotas = classQuotas(parts);
  const counts = Object.entries(splitTokens(usage)) as [TokenClass, number][];
  return counts
    .filter(([, tokens]) => tokens > 0)
    .map(([kind, tokens]) => {
      const count = wholeDecimal(tokens);
      const weighted = multiply(count, ratios[kind]);
      return { kind, tokens, ratio: ratios[kind], weighted, quota: multiply(count, quotas[kind]) };
    });
}

function ratioParts(factors: ChargeFactors, modelRatio: number): RatioParts {
  return {
    modelRatio: exact(modelRatio),
    groupRatio: exact(factors.groupRatio),
    completionRatio: optionalExact(factors.completionRatio),
    cacheRatio: optionalExact(factors.cacheRatio),
    cacheWriteRatio: optionalExact(factors.cacheWriteRatio),
    cacheWriteHourRatio: optionalExact(factors.cacheWriteHourRatio),
    audioRatio: optionalExact(factors.audioRatio),
    audioCompletionRatio: optionalExact(factors.audioCompletionRatio),
    imageRatio: optionalExact(factors.imageRatio),
    roundsUp: factors.roundsUp,
  };
}

function exact(value: number): Decimal {
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new RangeError(`a factor ${decimal}`);
  return decimal;
}

const optionalExact = (value: number | undefined) =>
  value === undefined ? undefined : exact(value);
const sum = (values: Decimal[]) => values.reduce(add, wholeDecimal(0));
