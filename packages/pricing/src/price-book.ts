import { type Decimal, ONE, parseDecimal } from './decimal.ts';
import { compileImageFactors, type ImageFactorMap } from './image-factor.ts';
import { PriceError } from './price-error.ts';
import { compileCallPrice, compileRatioPrice, type Price, type RatioParts } from './price.ts';
import { findByModelName } from './shared-model-name.ts';
import { compileTiers, type PriceTier, type RatioTierParts, withTiers } from './price-tiers.ts';
import {
  compileTariffs,
  findTariff,
  findThinkingRatio,
  type TariffMaps,
  type TierRatioMap,
  type ToolPriceMap,
} from './tariff.ts';

/** The price options: name → number. A ratio of 1 is 2 USD per million tokens. */
export interface PriceOptions {
  modelRatio: Record<string, number>;
  completionRatio: Record<string, number>;
  cacheRatio: Record<string, number>;
  cacheWriteRatio: Record<string, number>;
  /** For models whose audio input is priced separately from text. */
  audioRatio?: Record<string, number>;
  /** On top of `audioRatio`, for audio output. */
  audioCompletionRatio?: Record<string, number>;
  /** For models whose input images are priced separately from text. */
  imageRatio?: Record<string, number>;
  /** USD per call; takes precedence over all ratios. */
  modelPrice: Record<string, number>;
  /** Factors that image sizes and qualities apply to a price per call. */
  imageFactors?: Record<string, Record<string, number>>;
  /** For models whose long prompts cost more: applies to the whole call. */
  priceTiers?: Record<string, readonly PriceTier[]>;
  /** Tools that run at the provider. */
  toolPrices?: ToolPriceMap;
  /** Service tiers that a request can name. */
  tierRatios?: TierRatioMap;
  groupRatio: Record<string, number>;
  /** A group's ratio for users of another group: their group → the group used → its ratio for them. */
  groupPairs?: Record<string, Record<string, number>>;
  quotaPerUnit: number;
  /** Whether charges by tokens are rounded up instead of to the nearest; false if absent. */
  roundsUp?: boolean;
}

export interface PriceBook {
  readonly version: string;
  /**
   * Returns undefined for an unpriced model, and a text for a group without a ratio. `userGroup` is the caller's
   * own group.
   */
  find(model: string, group: string, userGroup?: string): Price | 'group-without-ratio' | undefined;
  /** Whether a model is priced, in whatever group. */
  isPriced(model: string): boolean;
  /** Every priced name, sorted. */
  listModels(): string[];
}

type DecimalMap = ReadonlyMap<string, Decimal>;
type PriceMaps = Record<
  Exclude<
    keyof PriceOptions,
    | 'groupRatio'
    | 'groupPairs'
    | 'quotaPerUnit'
    | 'priceTiers'
    | 'imageFactors'
    | 'toolPrices'
    | 'tierRatios'
    | 'roundsUp'
  >,
  DecimalMap
> & {
  quotaPerUnit: Decimal;
  roundsUp: boolean;
  tariffs: TariffMaps;
  imageFactors: ReadonlyMap<string, ImageFactorMap>;
  priceTiers: ReadonlyMap<string, readonly RatioTierParts[]>;
};

/** Validates and compiles all prices. Throws PriceError naming the map and the key. */
export function compilePriceBook(options: PriceOptions, version: string): PriceBook {
  const maps = compileMaps(options);
  const groups = compileGroups(options.groupRatio, 'GroupRatio');
  const pairs = new Map(
    Object.entries(options.groupPairs ?? {}).map(([userGroup, ratios]) => [
      userGroup,
      compileGroups(ratios, 'GroupGroupRatio'),
    ]),
  );
  checkCallPrices(
    maps,
    [groups, ...pairs.values()].flatMap((some) => [...some.values()].map(({ ratio }) => ratio)),
  );
  const names = [...new Set([...maps.modelRatio.keys(), ...maps.modelPrice.keys()])].sort();
  const isPriced = (name: string) => maps.modelPrice.has(name) || maps.modelRatio.has(name);

  return {
    version,
    // Only priced names are cached, so that made-up model names can't fill the memory.
    find(model, group, userGroup = '') {
      const groupPrices = groups.get(group);
      // A removed group has no price, not even for groups with a ratio of their own.
      const effective = groupPrices && (pairs.get(userGroup)?.get(group) ?? groupPrices);
      const known = effective?.prices.get(model);
      if (known) return known;
      const name = priceName(model, isPriced);
      if (name === undefined) return undefined;
      if (!effective) return 'group-without-ratio';
      const price =
        effective.prices.get(name) ?? compilePrice(maps, name, effective.ratio, version);
      effective.prices.set(name, price);
      return price;
    },
    isPriced: (model) => priceName(model, isPriced) !== undefined,
    listModels: () => [...names],
  };
}

/** Groups by name, each with its compiled prices. */
const compileGroups = (ratios: Record<string, number>, map: string) =>
  new Map(
    [...compileMap(ratios, map)].map(([group, ratio]) => [
      group,
      { ratio, prices: new Map<string, Price>() },
    ]),
  );

/** The name a model is priced under: its own, or else the one shared by models of its kind. */
const priceName = (model: string, isPriced: (name: string) => boolean): string | undefined =>
  findByModelName(model, (name) => (isPriced(name) ? name : undefined));

function compilePrice(maps: PriceMaps, name: string, groupRatio: Decimal, version: string): Price {
  const price = compileTokens(maps, name, groupRatio, version);
  const tariff = findTariff(maps.tariffs, name, maps.quotaPerUnit);
  return tariff ? { ...price, tariff } : price;
}

function compileTokens(maps: PriceMaps, name: string, groupRatio: Decimal, version: string): Price {
  const modelPrice = maps.modelPrice.get(name);
  const callPrice =
    modelPrice &&
    compileCallPrice({ modelPrice, groupRatio, quotaPerUnit: maps.quotaPerUnit }, version);
  const imageFactors = maps.imageFactors.get(name);
  if (callPrice) return imageFactors ? { ...callPrice, imageFactors } : callPrice;
  const parts: RatioParts = {
    modelRatio: maps.modelRatio.get(name) as Decimal,
    completionRatio: maps.completionRatio.get(name),
    cacheRatio: maps.cacheRatio.get(name),
    cacheWriteRatio: maps.cacheWriteRatio.get(name),
    audioRatio: maps.audioRatio.get(name),
    audioCompletionRatio: maps.audioCompletionRatio.get(name),
    imageRatio: maps.imageRatio.get(name),
    groupRatio,
    thinkingRatio: findThinkingRatio(maps.tariffs, name),
    roundsUp: maps.roundsUp,
  };
  const price = compileRatioPrice(parts, version);
  const tiers = maps.priceTiers.get(name);
  return tiers ? withTiers(price, parts, tiers) : price;
}

function compileMaps(options: PriceOptions): PriceMaps {
  return {
    modelRatio: compileMap(options.modelRatio, 'ModelRatio'),
    completionRatio: compileMap(options.completionRatio, 'CompletionRatio'),
    cacheRatio: compileMap(options.cacheRatio, 'CacheRatio'),
    cacheWriteRatio: compileMap(options.cacheWriteRatio, 'CacheWriteRatio'),
    audioRatio: compileMap(options.audioRatio ?? {}, 'AudioRatio'),
    audioCompletionRatio: compileMap(options.audioCompletionRatio ?? {}, 'AudioCompletionRatio'),
    imageRatio: compileMap(options.imageRatio ?? {}, 'ImageRatio'),
    modelPrice: compileMap(options.modelPrice, 'ModelPrice'),
    imageFactors: compileImageFactors(options.imageFactors ?? {}),
    priceTiers: compileTiers(options.priceTiers ?? {}),
    tariffs: compileTariffs(options.toolPrices ?? {}, options.tierRatios ?? {}),
    quotaPerUnit: requireDecimal(options.quotaPerUnit, 'QuotaPerUnit', ''),
    roundsUp: options.roundsUp ?? false,
  };
}

function compileMap(map: Record<string, number>, name: string): DecimalMap {
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw new PriceError(name, '', 'not-a-map');
  return new Map(
    Object.entries(map).map(([key, value]) => [key, requireDecimal(value, name, key)]),
  );
}

function requireDecimal(value: unknown, map: string, key: string): Decimal {
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new PriceError(map, key, decimal);
  return decimal;
}

/** A price that overflows is refused here, when it is saved, rather than during a call. */
function checkCallPrices({ modelPrice, quotaPerUnit }: PriceMaps, groupRatios: Decimal[]): void {
  for (const [key, price] of modelPrice) {
    for (const groupRatio of [ONE, ...groupRatios]) {
      if (!compileCallPrice({ modelPrice: price, groupRatio, quotaPerUnit }, ''))
        throw new PriceError('ModelPrice', key, 'too-large');
    }
  }
}
