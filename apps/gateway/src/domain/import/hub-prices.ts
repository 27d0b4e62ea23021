import type { SourceRow } from '../../store/import-source/import-source.ts';
import { imagePriceOf, isImageModel } from './image-prices.ts';
import { type ImportedPrice, type PriceSource, quotaPerUnitOf } from './imported-price.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import { priceServedModels } from './served-models.ts';
import { numberOf, numbersOf, objectOf, shortTextOf, textOf } from './source-values.ts';

/** Ratio that one-hub charges for a model without a row. */
const UNKNOWN = 30;
/** Quota per call at an `input` of 1. */
const CALL_QUOTA = 1000;
const DECIMALS = 9;

/** Returns the prices stated in a one-hub database, and those of all models that its channels offer. */
export function hubPrices(source: PriceSource): Map<string, ImportedPrice> {
  const prices = new Map<string, ImportedPrice>();
  const prefixes: { prefix: string; row: SourceRow }[] = [];
  for (const row of source.prices) {
    const model = shortTextOf(row, 'model').trim();
    if (model.endsWith('*')) prefixes.push({ prefix: model.slice(0, -1), row });
    else if (model !== '') prices.set(model, { ...partsOf(model, row, source), origin: 'stated' });
  }
  const exactPrices = new Map(prices);
  priceServedModels(prices, source.models, {
    findings: source.findings,
    priceOf(name) {
      const exactPrice = exactPrices.get(name);
      if (exactPrice) return exactPrice;
      const row = prefixes.find(({ prefix }) => name.startsWith(prefix))?.row;
      if (row) return { ...partsOf(name, row, source), origin: 'stated' };
      const classes = classesOf(name, {}, 1);
      return { origin: 'built_in', modelRatio: UNKNOWN, completionRatio: 1, ...classes };
    },
  });
  return prices;
}

function partsOf(
  model: string,
  row: SourceRow,
  { findings, options }: PriceSource,
): ModelPriceParts {
  const input = numberOf(row, 'input');
  const output = numberOf(row, 'output');
  const quotaPerUnit = quotaPerUnitOf(options);
  if (textOf(row, 'type') === 'times')
    return { modelPrice: Number(((CALL_QUOTA * input) / quotaPerUnit).toFixed(DECIMALS)) };
  if (isImageModel(model)) return { modelPrice: imagePriceOf(model, input, quotaPerUnit) };
  if (input === 0) {
    // No ratio can express paid completions of free prompts.
    if (output > 0) findings.add('prices', 'price_invalid', model, `0 / ${output}`);
    return { modelRatio: 0 };
  }
  const extraRatios = objectOf(textOf(row, 'extra_ratios'));
  if (!extraRatios) findings.add('prices', 'price_invalid', model, 'extra_ratios');
  const extra = numbersOf(extraRatios, (name, ratio) =>
    findings.add('prices', 'price_invalid', model, `${name} ${ratio}`),
  );
  const reasoning = extra['reasoning_tokens'];
  if (reasoning !== undefined && reasoning !== 1)
    findings.add('prices', 'price_class_dropped', model, `reasoning_tokens ${reasoning}`);
  return {
    modelRatio: input,
    completionRatio: output / input,
    ...classesOf(model, extra, output / input),
  };
}

/** Returns the ratios of token classes other than plain ones. */
function classesOf(
  model: string,
  extra: Readonly<Record<string, number>>,
  completionRatio: number,
): ModelPriceParts {
  const audio = extra['input_audio_tokens'];
  const image = extra['input_image_tokens'];
  const audioOutput = extra['output_audio_tokens'] ?? 1;
  const readCache = model.includes('claude') ? (extra['cached_read_tokens'] ?? 0.1) : 1;
  return {
    cacheRatio: extra['cached_tokens'] ?? extra['cached_read_tokens'] ?? readCache,
    cacheWriteRatio: extra['cached_write_tokens'] ?? 1.25,
    ...(image === undefined ? {} : { imageRatio: image }),
    ...(audio
      ? { audioRatio: audio, audioCompletionRatio: (audioOutput * completionRatio) / audio }
      : {}),
  };
}
