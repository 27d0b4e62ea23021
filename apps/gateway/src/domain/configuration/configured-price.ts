import type { ConfiguredModelPrice, ConfiguredPrice } from '@tollgate/contract';
import {
  formatDecimal,
  type ModelRatios,
  parseDecimal,
  type RatioMaps,
  ratiosOf,
  ratiosOfPrice,
  readUsdPrice,
  type UsdPrice,
  UsdPriceError,
} from '@tollgate/pricing';
import { storablePrice } from '../prices/save-prices.ts';
import { canonicalJson } from './canonical-json.ts';

/** Factors of sizes and qualities on prices per call, by model: the option ImageFactors. */
export type ImageFactors = Readonly<Record<string, Record<string, number>>>;

/** The stored prices of a price book: the ratio maps and the image factors. */
export interface StoredPrices {
  maps: RatioMaps;
  factors: ImageFactors;
}

type Usd = string | number | undefined;
type Tokens = Pick<ConfiguredPrice, 'input' | 'output' | 'cached' | 'cache_write'>;
type Ratios = NonNullable<ConfiguredPrice['ratios']>;

/** Describes a model's price; undefined if it has none. */
export function describePrice(
  { maps, factors }: StoredPrices,
  model: string,
): ConfiguredPrice | undefined {
  const usd = readUsdPrice(maps, model);
  if (!usd) return undefined;
  if (!isExact(usd)) return { ratios: describeRatios(ratiosOf(maps, model)) };
  const { cacheWrite, audioInput, audioOutput, imageInput, tiers, ...plain } = usd;
  const imageFactors = Object.hasOwn(factors, model) ? factors[model] : undefined;
  return withoutUndefined({
    ...plain,
    cache_write: cacheWrite,
    audio_input: audioInput,
    audio_output: audioOutput,
    image_input: imageInput,
    tiers: tiers?.map(({ cacheWrite: write, ...tier }) =>
      withoutUndefined({ ...tier, cache_write: write }),
    ),
    image_factors:
      usd.call !== undefined && imageFactors && Object.keys(imageFactors).length > 0
        ? imageFactors
        : undefined,
  });
}

/** Lists the models that have a price under their own name. */
export function listPriced({ maps }: StoredPrices): string[] {
  return [...new Set([...Object.keys(maps.modelRatio), ...Object.keys(maps.modelPrice)])];
}

/** Converts a described price to its stored form. Throws an AppError if it can't be stored exactly. */
export function storableDescribed({ model, price }: ConfiguredModelPrice): {
  ratios: ModelRatios;
  factors: Record<string, number> | undefined;
} {
  if (price === null) return { ratios: {}, factors: undefined };
  if (price.ratios) return { ratios: writeRatios(price.ratios), factors: undefined };
  const { tiers, call, audio_input, audio_output, image_input, image_factors: factors } = price;
  const usd: UsdPrice = {
    ...toTokens(price),
    call: toText(call),
    audioInput: toText(audio_input),
    audioOutput: toText(audio_output),
    imageInput: toText(image_input),
    tiers: tiers?.map((tier) => ({ above: tier.above, ...toTokens(tier) })),
  };
  return { ratios: storablePrice(model, usd), factors };
}

/** Returns whether a price in USD survives the conversion exactly, so that it can be described in USD. */
function isExact(usd: UsdPrice): boolean {
  try {
    const ratios = Object.entries(ratiosOfPrice(usd)).filter(([, value]) => value !== undefined);
    const maps = Object.fromEntries([
      ...MAPS.map((name) => [name, {}] as const),
      ...ratios.map(([name, value]) => [name, { model: value }] as const),
    ]) as unknown as RatioMaps;
    return (
      canonicalJson(withoutUndefined(readUsdPrice(maps, 'model') ?? {})) ===
      canonicalJson(withoutUndefined(usd))
    );
  } catch (error) {
    if (error instanceof UsdPriceError) return false;
    throw error;
  }
}
const MAPS = [
  'modelRatio',
  'completionRatio',
  'cacheRatio',
  'cacheWriteRatio',
  'audioRatio',
  'audioCompletionRatio',
  'imageRatio',
  'modelPrice',
  'priceTiers',
] as const satisfies (keyof RatioMaps)[];

function describeRatios(stored: ModelRatios): Ratios {
  return withoutUndefined({
    model: stored.modelRatio ?? 0,
    completion: stored.completionRatio,
    cache: stored.cacheRatio,
    cache_write: stored.cacheWriteRatio,
    audio: stored.audioRatio,
    audio_completion: stored.audioCompletionRatio,
    image: stored.imageRatio,
    tiers: stored.priceTiers?.map((tier) =>
      withoutUndefined({
        above: tier.above,
        model: tier.modelRatio,
        completion: tier.completionRatio,
        cache: tier.cacheRatio,
        cache_write: tier.cacheWriteRatio,
      }),
    ),
  });
}

function writeRatios({ tiers, ...ratios }: Ratios): ModelRatios {
  return withoutUndefined({
    modelRatio: ratios.model,
    completionRatio: ratios.completion,
    cacheRatio: ratios.cache,
    cacheWriteRatio: ratios.cache_write,
    audioRatio: ratios.audio,
    audioCompletionRatio: ratios.audio_completion,
    imageRatio: ratios.image,
    priceTiers: tiers?.map(({ above, model, completion, cache, cache_write: write }) =>
      withoutUndefined({
        above,
        modelRatio: model,
        completionRatio: completion,
        cacheRatio: cache,
        cacheWriteRatio: write,
      }),
    ),
  });
}

const toTokens = ({ input, output, cached, cache_write: write }: Tokens) => ({
  input: toText(input),
  output: toText(output),
  cached: toText(cached),
  cacheWrite: toText(write),
});

/** Returns a number as the digits typed; an invalid one is kept to be refused later. */
function toText(value: Usd): string | undefined {
  if (typeof value !== 'number') return value;
  const decimal = parseDecimal(value);
  return typeof decimal === 'string' ? String(value) : formatDecimal(decimal);
}

/** Removes undefined members. */
function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner !== undefined),
  ) as Value;
}
