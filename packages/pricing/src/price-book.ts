import { type Decimal, multiply, parseDecimal, PriceError, unitsAt } from './decimal.ts';

/** The price options: name → number. A ratio of 1 is 2 USD for a million tokens. */
export interface PriceOptions {
  modelRatio: Record<string, number>;
  completionRatio: Record<string, number>;
  cacheRatio: Record<string, number>;
  cacheWriteRatio: Record<string, number>;
  /** USD a call; goes before all ratios. */
  modelPrice: Record<string, number>;
  groupRatio: Record<string, number>;
  quotaPerUnit: number;
}

/** The numbers a price was made of, for the log. */
export interface RatioFactors {
  modelRatio: number;
  completionRatio: number;
  cacheRatio: number;
  cacheWriteRatio: number;
  groupRatio: number;
}

export interface CallFactors {
  modelPrice: number;
  groupRatio: number;
  quotaPerUnit: number;
}

/** Token weights as integers at one common scale; quota = Σ tokens·weight · multiplier ÷ divisor. */
export interface RatioPrice {
  readonly kind: 'ratio';
  readonly version: string;
  readonly factors: RatioFactors;
  readonly weights: { readonly plain: bigint; readonly cached: bigint; readonly cacheWrite: bigint; readonly completion: bigint };
  readonly multiplier: bigint;
  readonly divisor: bigint;
  /** The same as numbers, for the fast path. */
  readonly fast: { readonly plain: number; readonly cached: number; readonly cacheWrite: number; readonly completion: number; readonly multiplier: number; readonly divisor: number };
  readonly free: boolean;
}

export interface CallPrice {
  readonly kind: 'call';
  readonly version: string;
  readonly factors: CallFactors;
  /** Quota of one call. */
  readonly quota: number;
  readonly free: boolean;
}

export type Price = RatioPrice | CallPrice;

export interface PriceBook {
  readonly version: string;
  /** Undefined for a model that nobody priced; a text for a group that has no ratio. */
  find(model: string, group: string): Price | 'group-without-ratio' | undefined;
  /** Every priced model, sorted. */
  listModels(): string[];
}

const ONE: Decimal = { units: 1n, places: 0 };
const DEFAULT_CACHE_WRITE = parseDecimal('1.25', 'CacheWriteRatio');
const CACHED_PRICES_MAX = 20_000;

type DecimalMap = ReadonlyMap<string, Decimal>;

/** Checks all numbers and makes them ready. Throws PriceError that names the map and the key. */
export function compilePriceBook(options: PriceOptions, version: string): PriceBook {
  const maps = {
    modelRatio: compileMap(options.modelRatio, 'ModelRatio'),
    completionRatio: compileMap(options.completionRatio, 'CompletionRatio'),
    cacheRatio: compileMap(options.cacheRatio, 'CacheRatio'),
    cacheWriteRatio: compileMap(options.cacheWriteRatio, 'CacheWriteRatio'),
    modelPrice: compileMap(options.modelPrice, 'ModelPrice'),
    groupRatio: compileMap(options.groupRatio, 'GroupRatio'),
  };
  const quotaPerUnit = parseDecimal(options.quotaPerUnit, 'QuotaPerUnit');
  const found = new Map<string, Price | 'group-without-ratio' | undefined>();

  function compile(model: string, group: string): Price | 'group-without-ratio' | undefined {
    const name = priceName(model);
    const callPrice = maps.modelPrice.get(name);
    const modelRatio = maps.modelRatio.get(name);
    if (!callPrice && !modelRatio) return undefined;
    const groupRatio = maps.groupRatio.get(group);
    if (!groupRatio) return 'group-without-ratio';
    if (callPrice) return compileCallPrice({ callPrice, groupRatio, quotaPerUnit, version });
    return compileRatioPrice({
      modelRatio: modelRatio as Decimal,
      completionRatio: maps.completionRatio.get(name) ?? ONE,
      cacheRatio: maps.cacheRatio.get(name) ?? ONE,
      cacheWriteRatio: maps.cacheWriteRatio.get(name) ?? DEFAULT_CACHE_WRITE,
      groupRatio,
      version,
    });
  }

  return {
    version,
    find(model, group) {
      const key = `${group}\n${model}`;
      const known = found.get(key);
      if (known !== undefined || found.has(key)) return known;
      const price = compile(model, group);
      if (found.size >= CACHED_PRICES_MAX) found.clear();
      found.set(key, price);
      return price;
    },
    listModels: () => [...new Set([...maps.modelRatio.keys(), ...maps.modelPrice.keys()])].sort(),
  };
}

/** The name that a model is priced under: all gizmos share one. */
export function priceName(model: string): string {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*';
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*';
  return model;
}

function compileMap(map: Record<string, number>, name: string): DecimalMap {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw new PriceError(name, 'is not a map of names to numbers');
  return new Map(Object.entries(map).map(([key, value]) => [key, parseDecimal(value, `${name}.${key}`)]));
}

interface CallInput {
  callPrice: Decimal;
  groupRatio: Decimal;
  quotaPerUnit: Decimal;
  version: string;
}

function compileCallPrice({ callPrice, groupRatio, quotaPerUnit, version }: CallInput): CallPrice {
  const exact = multiply(multiply(callPrice, quotaPerUnit), groupRatio);
  const rounded = Number(divideHalfUp(exact.units, 10n ** BigInt(exact.places)));
  const quota = rounded === 0 && exact.units > 0n ? 1 : rounded;
  return {
    kind: 'call',
    version,
    factors: { modelPrice: number(callPrice), groupRatio: number(groupRatio), quotaPerUnit: number(quotaPerUnit) },
    quota,
    free: quota === 0,
  };
}

interface RatioInput {
  modelRatio: Decimal;
  completionRatio: Decimal;
  cacheRatio: Decimal;
  cacheWriteRatio: Decimal;
  groupRatio: Decimal;
  version: string;
}

function compileRatioPrice({ modelRatio, completionRatio, cacheRatio, cacheWriteRatio, groupRatio, version }: RatioInput): RatioPrice {
  const places = Math.max(completionRatio.places, cacheRatio.places, cacheWriteRatio.places);
  const weights = {
    plain: 10n ** BigInt(places),
    cached: unitsAt(cacheRatio, places),
    cacheWrite: unitsAt(cacheWriteRatio, places),
    completion: unitsAt(completionRatio, places),
  };
  const product = multiply(modelRatio, groupRatio);
  const divisor = 10n ** BigInt(places + product.places);
  return {
    kind: 'ratio',
    version,
    factors: {
      modelRatio: number(modelRatio),
      completionRatio: number(completionRatio),
      cacheRatio: number(cacheRatio),
      cacheWriteRatio: number(cacheWriteRatio),
      groupRatio: number(groupRatio),
    },
    weights,
    multiplier: product.units,
    divisor,
    fast: {
      plain: Number(weights.plain),
      cached: Number(weights.cached),
      cacheWrite: Number(weights.cacheWrite),
      completion: Number(weights.completion),
      multiplier: Number(product.units),
      divisor: Number(divisor),
    },
    free: product.units === 0n,
  };
}

const number = (value: Decimal) => Number(value.units) / 10 ** value.places;

/** numerator ÷ denominator, halves up. Both not negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}
