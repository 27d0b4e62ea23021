import type { RatioMaps } from './edit-ratio-maps.ts';

/** The option that holds each map of a price book. */
const OPTIONS = {
  modelRatio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
  cacheWriteRatio: 'CacheWriteRatio',
  audioRatio: 'AudioRatio',
  audioCompletionRatio: 'AudioCompletionRatio',
  imageRatio: 'ImageRatio',
  modelPrice: 'ModelPrice',
  priceTiers: 'PriceTiers',
} as const satisfies Record<keyof RatioMaps, string>;

export type RatioOption = (typeof OPTIONS)[keyof RatioMaps];

const entries = Object.entries(OPTIONS) as [keyof RatioMaps, RatioOption][];

/** Parses the option texts of model prices. Throws SyntaxError if one is not JSON. */
export function readRatioMaps(text: (option: RatioOption) => string): RatioMaps {
  return Object.fromEntries(
    entries.map(([name, option]) => [name, JSON.parse(text(option))]),
  ) as unknown as RatioMaps;
}

/** Returns the options that differ between two states of the maps, as texts. */
export function diffRatioMaps(
  before: RatioMaps,
  after: RatioMaps,
): { key: RatioOption; value: string }[] {
  return entries
    .filter(([name]) => before[name] !== after[name])
    .map(([name, key]) => ({ key, value: JSON.stringify(after[name], null, 2) }));
}
