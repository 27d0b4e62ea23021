import { anthropicPrices } from './anthropic-prices.ts';
import { callPrices, type CallSeedRow, imageFactorSeeds } from './call-prices.ts';
import { chinaPrices } from './china-prices.ts';
import { coherePrices } from './cohere-prices.ts';
import { googlePrices } from './google-prices.ts';
import { hostedPrices } from './hosted-prices.ts';
import { mistralPrices } from './mistral-prices.ts';
import { morePrices } from './more-prices.ts';
import { openaiMediaPrices } from './openai-media-prices.ts';
import { openaiPrices } from './openai-prices.ts';
import { qwenPrices } from './qwen-prices.ts';
import type { PriceTier } from '../price-tiers.ts';
import type { ToolPrice } from '../tariff.ts';
import type { SeedPrice, SeedRow } from './seed-row.ts';
import { tierRatioRows } from './tier-ratios.ts';
import { toolPriceRows } from './tool-prices.ts';
import { zhipuPrices } from './zhipu-prices.ts';

export type { CallSeedRow } from './call-prices.ts';
export type { SeedRow } from './seed-row.ts';

/** USD per million tokens at a ratio of 1. */
const USD_AT_RATIO_ONE = 2;

/** All seed prices by tokens, with source and date. */
export const seedRows: readonly SeedRow[] = [
  ...openaiPrices,
  ...openaiMediaPrices,
  ...anthropicPrices,
  ...googlePrices,
  ...morePrices,
  ...chinaPrices,
  ...zhipuPrices,
  ...qwenPrices,
  ...mistralPrices,
  ...coherePrices,
  ...hostedPrices,
];

/** All seed prices by call. */
export const seedCallRows: readonly CallSeedRow[] = callPrices;

const round = (value: number) => Math.round(value * 1e9) / 1e9;

function derive(ratio: (row: SeedRow) => number | undefined): Record<string, number> {
  return Object.fromEntries(
    seedRows.flatMap((row) => {
      const value = ratio(row);
      return value === undefined ? [] : [[row.model, round(value)]];
    }),
  );
}

const over = (part: number | undefined, { input }: SeedPrice) =>
  part === undefined || input === 0 ? undefined : part / input;

/** Model → price option values, at most 9 decimals. */
export const seedModelRatio = () => derive(({ input }) => input / USD_AT_RATIO_ONE);
export const seedCompletionRatio = () => derive((row) => over(row.output, row));
export const seedCacheRatio = () => derive((row) => over(row.cached, row));
export const seedCacheWriteRatio = () => derive((row) => over(row.cacheWrite, row));
export const seedImageRatio = () => derive((row) => over(row.imageInput, row));
/**
 * Audio input relative to text input; a model with a price for audio output only charges audio input like
 * text.
 */
export const seedAudioRatio = () =>
  derive((row) => over(row.audioInput ?? (row.audioOutput && row.input), row));
/** Audio output relative to audio input. */
export const seedAudioCompletionRatio = () =>
  derive((row) => row.audioOutput && over(row.audioOutput, { input: row.audioInput ?? row.input }));
/** Model → its prices above prompt sizes. */
export const seedPriceTiers = (): Record<string, PriceTier[]> =>
  Object.fromEntries(
    seedRows.flatMap(({ model, tiers }) => (tiers ? [[model, tiers.map(tierRatios)]] : [])),
  );

function tierRatios({ above, ...price }: SeedPrice & { above: number }): PriceTier {
  const ratios = {
    modelRatio: price.input / USD_AT_RATIO_ONE,
    completionRatio: over(price.output, price),
    cacheRatio: over(price.cached, price),
    cacheWriteRatio: over(price.cacheWrite, price),
  };
  const defined = Object.entries(ratios).filter(([, ratio]) => ratio !== undefined);
  return {
    above,
    ...Object.fromEntries(defined.map(([name, ratio]) => [name, round(ratio ?? 0)])),
  };
}

/** Model → factors that image sizes and qualities apply to its price. */
export const seedImageFactors = (): Record<string, Record<string, number>> => ({
  ...imageFactorSeeds,
});
/** Model → USD per call. */
export const seedModelPrice = (): Record<string, number> =>
  Object.fromEntries(callPrices.map(({ name, usd }) => [name, usd]));

/** Model or name prefix → tool → USD. */
export const seedToolPrices = (): Record<string, Record<string, ToolPrice>> =>
  spread(toolPriceRows.map(({ models, tools }) => ({ models, values: tools })));

/** Model or name prefix → service tier → factor of the token price. */
export const seedTierRatios = (): Record<string, Record<string, number>> =>
  spread(tierRatioRows.map(({ models, tiers }) => ({ models, values: tiers })));

function spread<Value>(
  rows: readonly { models: readonly string[]; values: Readonly<Record<string, Value>> }[],
): Record<string, Record<string, Value>> {
  const map: Record<string, Record<string, Value>> = {};
  for (const { models, values } of rows)
    for (const model of models) map[model] = { ...map[model], ...values };
  return map;
}
