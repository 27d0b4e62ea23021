import type { PriceOptionKey } from '@tollgate/contract';
import type { RatioMaps } from '@tollgate/pricing';
import type { OptionChange } from '../options/option-change.ts';

/** Where each map of a price book is stored. */
const KEYS = {
  modelRatio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
  cacheWriteRatio: 'CacheWriteRatio',
  audioRatio: 'AudioRatio',
  audioCompletionRatio: 'AudioCompletionRatio',
  imageRatio: 'ImageRatio',
  modelPrice: 'ModelPrice',
  priceTiers: 'PriceTiers',
} as const satisfies Record<keyof RatioMaps, PriceOptionKey>;
const entries = Object.entries(KEYS) as [keyof RatioMaps, PriceOptionKey][];

/** The prices of models out of their options. */
export function readRatioMaps(text: (key: string) => string): RatioMaps {
  return Object.fromEntries(
    entries.map(([name, key]) => [name, JSON.parse(text(key))]),
  ) as unknown as RatioMaps;
}

/** The options that differ between two states of the maps, as texts. */
export function diffRatioMaps(before: RatioMaps, after: RatioMaps): OptionChange[] {
  return entries
    .filter(([name]) => before[name] !== after[name])
    .map(([name, key]) => ({ key, value: JSON.stringify(after[name], null, 2) }));
}
