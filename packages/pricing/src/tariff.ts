import { type Decimal, parseDecimal, toNumber } from './decimal.ts';
import { matchModel } from './model-patterns.ts';
import { PriceError } from './price-error.ts';

/** USD for a tool that runs at the provider: per use, or once per call that uses it. */
export type ToolPrice = number | { readonly use?: number; readonly request?: number };

/** Model, or its name's prefix and a star → tool → price. */
export type ToolPriceMap = Readonly<Record<string, Readonly<Record<string, ToolPrice>>>>;
/** Model, or its name's prefix and a star → service tier → factor of the token price. */
export type TierRatioMap = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The validated price of a tool, in USD. */
export interface ToolFee {
  readonly use: number;
  readonly request: number;
}

/**
 * Name among a model's service tiers of the factor of its output price for responses that contain reasoning:
 * not a tier that requests can name.
 */
export const THINKING = 'thinking';

/** A model's prices besides its tokens, and factors of the token price. */
export interface Tariff {
  readonly tools: ReadonlyMap<string, ToolFee>;
  readonly tiers: ReadonlyMap<string, number>;
  readonly quotaPerUnit: number;
}

export interface TariffMaps {
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, ToolFee>>;
  readonly tiers: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Validates and compiles all tariffs. Throws PriceError naming the model. */
export function compileTariffs(tools: ToolPriceMap, tiers: TierRatioMap): TariffMaps {
  return {
    tools: compileEach('ToolPrices', tools, (price, model) => toFee(price, model)),
    tiers: compileEach('ServiceTierRatios', tiers, (ratio, model) =>
      amount('ServiceTierRatios', ratio, model),
    ),
  };
}

/** Returns the tariff of a model; undefined if it has neither tools nor tiers. */
export function findTariff(
  { tools, tiers }: TariffMaps,
  model: string,
  quotaPerUnit: Decimal,
): Tariff | undefined {
  const modelTools = matchModel(tools, model);
  const modelTiers = matchModel(tiers, model);
  if (!modelTools && !modelTiers) return undefined;
  return {
    tools: modelTools ?? new Map(),
    tiers: modelTiers ?? new Map(),
    quotaPerUnit: toNumber(quotaPerUnit),
  };
}

/** Returns the factor of the output price of a model's responses with reasoning; undefined if it has none. */
export function findThinkingRatio({ tiers }: TariffMaps, model: string): Decimal | undefined {
  const decimal = parseDecimal(matchModel(tiers, model)?.get(THINKING));
  return typeof decimal === 'string' ? undefined : decimal;
}

function compileEach<Input, Value>(
  option: string,
  map: Readonly<Record<string, Readonly<Record<string, Input>>>>,
  compile: (value: Input, model: string) => Value,
): ReadonlyMap<string, ReadonlyMap<string, Value>> {
  if (!isMap(map)) throw new PriceError(option, '', 'not-a-map');
  return new Map(
    Object.entries(map).map(([model, inner]) => {
      if (!isMap(inner)) throw new PriceError(option, model, 'not-a-map');
      const values = Object.entries(inner).map(
        ([name, value]) => [name, compile(value, model)] as const,
      );
      return [model, new Map(values)];
    }),
  );
}

const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toFee(price: ToolPrice, model: string): ToolFee {
  const { use = 0, request = 0 } = typeof price === 'number' ? { use: price } : (price ?? {});
  return { use: amount('ToolPrices', use, model), request: amount('ToolPrices', request, model) };
}

function amount(option: string, value: unknown, model: string): number {
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new PriceError(option, model, decimal);
  return toNumber(decimal);
}
