import { completionRatioOf } from './completion-ratios.ts';
import { isImageModel } from './image-prices.ts';
import type { ImportedPrice, PriceSource } from './imported-price.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import { readPriceExpression } from './price-expression.ts';
import { openPriceTables, type PriceTables } from './price-tables.ts';
import { sharedModelName } from '@tollgate/pricing';
import { jsonText, objectOf } from './source-values.ts';

/** Ratio that new-api charges for a model in no table, in self-use mode. */
const SELF_USE = 37.5;
/** Models whose spoken tokens new-api bills apart, and what it charged for those in no table before 2026. */
const AUDIO_MODEL = /^gpt-4o-audio|-realtime/;
const UNLISTED_AUDIO = { audioRatio: 20, audioCompletionRatio: 2 };
/** USD per image at a ratio of 1, before mid 2025. */
const OLD_IMAGE_USD = 0.0025;

/** Returns the prices stated in a new-api database, and those of all models that its channels offer. */
export function newApiPrices(source: PriceSource): Map<string, ImportedPrice> {
  const tables = openPriceTables(source);
  const prices = new Map<string, ImportedPrice>();
  const pricedModels = new Set([
    ...Object.keys(tables.saved('ModelRatio')),
    ...Object.keys(tables.saved('ModelPrice')),
    ...source.models.keys(),
  ]);
  for (const model of source.models.keys()) pricedModels.add(sharedModelName(model) ?? model);
  for (const model of pricedModels) {
    const price = priceOf(source, tables, model);
    if (price) prices.set(model, price);
  }
  addExpressions(source, prices);
  // If the table was never saved, the program uses its own default, which is unknown here.
  const isUnlistedPriced = isSelfUse(source) && (tables.has('ModelRatio') || source.isComplete);
  for (const model of source.models.keys()) {
    if (prices.has(model)) continue;
    const shared = prices.get(sharedNameOf(model));
    if (shared) prices.set(model, shared);
    else if (isUnlistedPriced)
      prices.set(model, { ...ratioParts(source, tables, model, SELF_USE), origin: 'built_in' });
  }
  return prices;
}

const isSelfUse = ({ options }: PriceSource) => options.get('SelfUseModeEnabled') === 'true';

/** A price per call takes precedence over all ratios. */
function priceOf(
  source: PriceSource,
  tables: PriceTables,
  model: string,
): ImportedPrice | undefined {
  const modelPrice = tables.valueOf('ModelPrice', model);
  if (modelPrice !== undefined)
    return { modelPrice, origin: tables.has('ModelPrice') ? 'stated' : 'built_in' };
  const ratio = tables.valueOf('ModelRatio', model);
  if (ratio === undefined) return undefined;
  if (source.isOld && isImageModel(model))
    return { modelPrice: Number((OLD_IMAGE_USD * ratio).toFixed(9)), origin: 'stated' };
  return { ...ratioParts(source, tables, model, ratio), origin: 'stated' };
}

function ratioParts(
  { isOld, isBefore2026 }: PriceSource,
  tables: PriceTables,
  model: string,
  modelRatio: number,
): ModelPriceParts {
  const completion = tables.valueOf('CompletionRatio', model);
  const imageRatio = tables.valueOf('ImageRatio', model);
  const unlisted = isBefore2026 && AUDIO_MODEL.test(model) ? UNLISTED_AUDIO : undefined;
  const audioRatio = tables.valueOf('AudioRatio', model) ?? unlisted?.audioRatio;
  return {
    modelRatio,
    completionRatio: completionRatioOf({ family: 'new-api', isOld }, model, completion),
    cacheRatio: tables.valueOf('CacheRatio', model) ?? 1,
    cacheWriteRatio: tables.valueOf('CreateCacheRatio', model) ?? 1.25,
    ...(imageRatio === undefined ? {} : { imageRatio }),
    ...(audioRatio === undefined
      ? {}
      : {
          audioRatio,
          audioCompletionRatio:
            tables.valueOf('AudioCompletionRatio', model) ?? unlisted?.audioCompletionRatio ?? 1,
        }),
  };
}

/** Returns the name that models of a kind share in new-api's tables; the model's own if there is none. */
const sharedNameOf = (model: string) =>
  model.endsWith('-openai-compact') ? '*-openai-compact' : (sharedModelName(model) ?? model);

/** Adds prices by expression if ratios and tiers can express them; reports all others. */
function addExpressions(
  { options, findings }: PriceSource,
  prices: Map<string, ImportedPrice>,
): void {
  const read = (name: string) => {
    const table = objectOf(options.get(`billing_setting.${name}`) ?? '');
    if (!table) findings.add('prices', 'price_invalid', name);
    return table ?? {};
  };
  const modes = read('billing_mode');
  const texts = read('billing_expr');
  for (const [model, mode] of Object.entries(modes)) {
    if (mode !== 'tiered_expr') continue;
    const parts = readPriceExpression(jsonText(texts[model] ?? ''));
    if (parts) prices.set(model, { ...parts, origin: 'stated' });
    else findings.add('prices', 'price_expression', model, jsonText(texts[model] ?? ''));
  }
}
