import { add, type Decimal, multiply, ONE, parseDecimal, wholeDecimal } from './decimal.ts';
import type { Price } from './price.ts';
import type { ToolFee } from './tariff.ts';

/** What a call used besides tokens. */
export interface SurchargedUse {
  /** Tool → uses. */
  readonly tools?: Readonly<Record<string, number>>;
  /** Names of tiers that multiply the token price. */
  readonly tiers?: readonly string[];
}

/** A tool of a call, with its price at the time in USD. */
export interface ChargedTool extends ToolFee {
  readonly uses: number;
}

/** Additions to a call's token price and factors of it; everything a log row needs. */
export interface Surcharges {
  readonly tools: Readonly<Record<string, ChargedTool>>;
  readonly tiers: Readonly<Record<string, number>>;
  readonly quotaPerUnit: number;
}

/**
 * Returns the surcharges of a call at a price; undefined if there are none. Tools and tiers without a price
 * are left out: either the call was refused before, or the tool is free.
 */
export function surchargesOf(
  { tariff }: Price,
  { tools = {}, tiers = [] }: SurchargedUse,
): Surcharges | undefined {
  if (!tariff) return undefined;
  const charged = Object.entries(tools).flatMap(([tool, uses]) => {
    const fee = tariff.tools.get(tool);
    return fee && uses > 0 ? [[tool, { ...fee, uses }] as const] : [];
  });
  const ratios = tiers.flatMap((tier) => {
    const ratio = tariff.tiers.get(tier);
    return ratio === undefined ? [] : [[tier, ratio] as const];
  });
  if (charged.length === 0 && ratios.length === 0) return undefined;
  return {
    tools: Object.fromEntries(charged),
    tiers: Object.fromEntries(ratios),
    quotaPerUnit: tariff.quotaPerUnit,
  };
}

/** Returns the product of all tiers' factors. Throws RangeError if one is not a valid ratio. */
export function tierRatioOf({ tiers }: Surcharges): Decimal {
  return Object.values(tiers).map(exact).reduce(multiply, ONE);
}

/** Returns the price of a tool's uses in USD. Throws RangeError if a number is invalid. */
export function toolDollars({ uses, use, request }: ChargedTool): Decimal {
  if (!Number.isSafeInteger(uses) || uses < 0)
    throw new RangeError('the uses of a tool are no whole number of 0 or more');
  if (uses === 0) return wholeDecimal(0);
  return add(multiply(exact(use), wholeDecimal(uses)), exact(request));
}

/** Returns the quota of all tools, before rounding. */
export function toolQuota(surcharges: Surcharges, groupRatio: number): Decimal {
  const dollars = Object.values(surcharges.tools).map(toolDollars).reduce(add, wholeDecimal(0));
  return multiply(multiply(dollars, exact(surcharges.quotaPerUnit)), exact(groupRatio));
}

/** A site has few surcharges, and a reservation reads each of them many times: see `exact`. */
const parsed = new Map<number, Decimal>();
const PARSED_MAX = 1000;

/** Caches parsed values, up to a limit: old log rows may contain any number. */
function exact(value: number): Decimal {
  const known = parsed.get(value);
  if (known) return known;
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new RangeError(`a surcharge ${decimal}`);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(value, decimal);
  return decimal;
}
