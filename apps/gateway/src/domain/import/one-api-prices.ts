import { completionRatioOf } from './completion-ratios.ts';
import { imagePriceOf, isImageModel } from './image-prices.ts';
import { type ImportedPrice, type PriceSource, quotaPerUnitOf } from './imported-price.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import { openPriceTables, type PriceTables } from './price-tables.ts';
import { priceServedModels } from './served-models.ts';

/** Ratio that one-api charges for a model in no table. */
const UNKNOWN = 30;
/** `name(type)`: the price of a model on channels of one type. */
const BY_TYPE = /^(.+)\((\d+)\)$/;

/** Returns the prices stated in a one-api database, and those of all models that its channels offer. */
export function oneApiPrices(source: PriceSource): Map<string, ImportedPrice> {
  const tables = openPriceTables(source);
  const prices = new Map<string, ImportedPrice>();
  for (const name of Object.keys(tables.saved('ModelRatio'))) {
    const [, model = name] = BY_TYPE.exec(name) ?? [];
    const price = priceOf(source, tables, model, 0);
    if (model === name && price) prices.set(name, price);
    // If channels offer the model, their type decides.
    else if (model !== name && !source.models.has(model))
      source.findings.add('prices', 'price_by_type', name);
  }
  priceServedModels(prices, source.models, {
    findings: source.findings,
    priceOf: (name, type) => priceOf(source, tables, name, type),
  });
  return prices;
}

/**
 * one-api has no cache prices: cached tokens that a prompt includes cost as much as others. Claude counts
 * them apart and one-api leaves them out, which would give them away: they get the vendor's ratios.
 */
function cacheRatiosOf(model: string): ModelPriceParts {
  return model.includes('claude')
    ? { cacheRatio: 0.1, cacheWriteRatio: 1.25 }
    : { cacheRatio: 1, cacheWriteRatio: 1 };
}

function priceOf(
  source: PriceSource,
  tables: PriceTables,
  name: string,
  type: number,
): ImportedPrice | undefined {
  const model = /^(?:qwen-|command-)/.test(name) ? name.replace(/-internet$/, '') : name;
  const read = (table: 'ModelRatio' | 'CompletionRatio') =>
    tables.valueOf(table, `${model}(${type})`) ?? tables.valueOf(table, model);
  const ratio = read('ModelRatio');
  const modelRatio = ratio ?? (source.isComplete ? UNKNOWN : undefined);
  if (modelRatio === undefined) return undefined;
  const origin = ratio === undefined ? 'built_in' : 'stated';
  if (isImageModel(model))
    return { origin, modelPrice: imagePriceOf(model, modelRatio, quotaPerUnitOf(source.options)) };
  return {
    origin,
    modelRatio,
    completionRatio: completionRatioOf({ family: 'one-api' }, model, read('CompletionRatio')),
    ...cacheRatiosOf(model),
  };
}
