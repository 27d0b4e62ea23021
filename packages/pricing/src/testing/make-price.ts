import { compilePriceBook, type PriceOptions } from '../price-book.ts';
import type { CallPrice, RatioPrice } from '../price.ts';
import { emptyUsage, type Usage } from '../usage.ts';

/** Returns options with one model `m` and one group `g`, for tests. */
export function makeOptions(changes: Partial<PriceOptions> = {}): PriceOptions {
  return {
    modelRatio: { m: 1 },
    completionRatio: {},
    cacheRatio: {},
    cacheWriteRatio: {},
    modelPrice: {},
    groupRatio: { g: 1 },
    quotaPerUnit: 500_000,
    ...changes,
  };
}

export interface Ratios {
  model: number;
  completion?: number;
  cache?: number;
  cacheWrite?: number;
  audio?: number;
  audioCompletion?: number;
  image?: number;
  group?: number;
  roundsUp?: boolean;
}

export function makeRatioPrice(ratios: Ratios): RatioPrice {
  const map = (ratio: number | undefined): Record<string, number> =>
    ratio === undefined ? {} : { m: ratio };
  const options = makeOptions({
    modelRatio: map(ratios.model),
    completionRatio: map(ratios.completion),
    cacheRatio: map(ratios.cache),
    cacheWriteRatio: map(ratios.cacheWrite),
    audioRatio: map(ratios.audio),
    audioCompletionRatio: map(ratios.audioCompletion),
    imageRatio: map(ratios.image),
    groupRatio: { g: ratios.group ?? 1 },
    roundsUp: ratios.roundsUp ?? false,
  });
  return compilePriceBook(options, 'v1').find('m', 'g') as RatioPrice;
}

export function makeCallPrice(usd: number, group = 1, quotaPerUnit = 500_000): CallPrice {
  const options = makeOptions({ modelPrice: { m: usd }, groupRatio: { g: group }, quotaPerUnit });
  return compilePriceBook(options, 'v1').find('m', 'g') as CallPrice;
}

export const makeUsage = (counts: Partial<Usage>): Usage => ({ ...emptyUsage(), ...counts });
