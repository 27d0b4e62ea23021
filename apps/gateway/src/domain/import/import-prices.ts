import { loadOptions } from '../../store/options-repository.ts';
import type { OptionChange } from '../options/option-change.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedPrice, PriceOrigin } from './imported-price.ts';
import { mapPrices } from './map-prices.ts';
import type { ModelPriceParts } from './model-price-parts.ts';

/** How models get their prices, for the report. */
export interface PriceCounts {
  /** Models priced by a table of the database, or by a rule built into the program. */
  byOrigin: Record<PriceOrigin, number>;
  /** Models that channels offer and only this site prices. */
  here: number;
  /** Models that channels offer without a price: their calls are refused. */
  none: string[];
}

export interface ImportedModelPrices {
  prices: ReadonlyMap<string, ImportedPrice>;
  counts: PriceCounts;
  /** The resulting changes to the price options. */
  changes: OptionChange[];
}

/** Reads the prices of a source and the changes to our price options. */
export async function readPrices(run: ImportRun): Promise<ImportedModelPrices> {
  const prices = mapPrices({ ...run, prices: await run.source.all('prices') });
  const ratioMaps = await openRatioMaps(run);
  const counts = countPrices(run, prices, ratioMaps);
  return { prices, counts, changes: priceChanges(run, prices, ratioMaps) };
}

const MAPS = {
  modelRatio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
  cacheWriteRatio: 'CacheWriteRatio',
  imageRatio: 'ImageRatio',
  audioRatio: 'AudioRatio',
  audioCompletionRatio: 'AudioCompletionRatio',
  modelPrice: 'ModelPrice',
} as const satisfies Record<keyof ModelPriceParts, string>;
const KEYS = [...Object.values(MAPS), 'PriceTiers', 'ImageFactors'];

/** The current price options of this site, by key. */
interface RatioMaps {
  get(key: string): Readonly<Record<string, unknown>>;
  isPriced(model: string): boolean;
  /** Whether prices were saved here; with `merge`, they stay. */
  isSaved: boolean;
}

async function openRatioMaps({ target }: ImportRun): Promise<RatioMaps> {
  const stored = new Set((await loadOptions(target.store.db)).map(({ key }) => key));
  const maps = new Map(
    KEYS.map((key) => [key, JSON.parse(target.options.raw(key)) as Record<string, unknown>]),
  );
  const get = (key: string) => maps.get(key) ?? {};
  return {
    get,
    isPriced: (model) =>
      Object.hasOwn(get('ModelRatio'), model) || Object.hasOwn(get('ModelPrice'), model),
    isSaved: stored.has('ModelRatio') || stored.has('ModelPrice'),
  };
}

/** Counts prices by origin, and reports models whose price is not the source's. */
function countPrices(
  { models, findings, isComplete }: ImportRun,
  prices: ReadonlyMap<string, ImportedPrice>,
  ratioMaps: RatioMaps,
): PriceCounts {
  const counts: PriceCounts = { byOrigin: { stated: 0, built_in: 0 }, here: 0, none: [] };
  for (const { origin, sameAs } of prices.values())
    if (sameAs === undefined) counts.byOrigin[origin] += 1;
  for (const model of models.keys()) {
    const price = prices.get(model);
    if (price && price.sameAs === undefined) continue;
    const name = price?.sameAs ?? model;
    const detail = name === model ? '' : name;
    if (ratioMaps.isPriced(name)) {
      counts.here += 1;
      if (!isComplete) findings.add('prices', 'price_defaults_missing', model, detail);
    } else {
      counts.none.push(model);
      findings.add('prices', 'model_without_price', model, detail);
    }
  }
  return counts;
}

/**
 * Merges the source's prices into the price options. A model that the source prices costs exactly what it
 * cost there: our own tiers and ratios for it are removed.
 */
function priceChanges(
  { merge, family }: ImportRun,
  prices: ReadonlyMap<string, ImportedPrice>,
  ratioMaps: RatioMaps,
): OptionChange[] {
  const isKept = (model: string) => merge && ratioMaps.isSaved && ratioMaps.isPriced(model);
  const adopted = [...prices].filter(([model]) => !isKept(model));
  if (adopted.length === 0) return [];
  const changed = (key: string, valueOf: (price: ImportedPrice) => unknown): OptionChange => {
    const before = ratioMaps.get(key);
    const map = { ...before };
    for (const [model, price] of adopted) {
      const value = price.sameAs === undefined ? valueOf(price) : before[price.sameAs];
      if (value === undefined) delete map[model];
      else map[model] = value;
    }
    return { key, value: JSON.stringify(map, null, 2) };
  };
  return [
    ...Object.entries(MAPS).map(([part, key]) =>
      changed(key, (price) => price[part as keyof ModelPriceParts]),
    ),
    changed('PriceTiers', ({ tiers }) => tiers),
    ...(family === 'new-api' && adopted.some(([model]) => model === SMALL_IMAGES)
      ? [smallImageFactors(ratioMaps)]
      : []),
  ];
}

const SMALL_IMAGES = 'dall-e-2';

/** Returns new-api's price factors of images smaller than the usual size. */
function smallImageFactors(ratioMaps: RatioMaps): OptionChange {
  const factors = {
    ...ratioMaps.get('ImageFactors'),
    [SMALL_IMAGES]: { '256x256': 0.4, '512x512': 0.45 },
  };
  return { key: 'ImageFactors', value: JSON.stringify(factors, null, 2) };
}
