import { PRICE_OPTION_KEYS } from '@tollgate/contract';
import {
  compilePriceBook,
  PriceError,
  type PriceBook,
  type PriceTier,
  seedAudioCompletionRatio,
  seedAudioRatio,
  seedCacheRatio,
  seedCacheWriteRatio,
  seedCompletionRatio,
  seedImageFactors,
  seedImageRatio,
  seedModelPrice,
  seedModelRatio,
  seedPriceTiers,
  seedTierRatios,
  seedToolPrices,
  type TierRatioMap,
  type ToolPriceMap,
} from '@tollgate/pricing';
import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import type { Bus } from '../../platform/bus.ts';

type GroupPairs = Record<string, Record<string, number>>;

const pretty = (map: Record<string, unknown>) => JSON.stringify(map, null, 2);

/** The built-in values of the price options: the seed prices of today's models. */
export const seedDefaults = {
  ModelRatio: pretty(seedModelRatio()),
  CompletionRatio: pretty(seedCompletionRatio()),
  CacheRatio: pretty(seedCacheRatio()),
  CacheWriteRatio: pretty(seedCacheWriteRatio()),
  AudioRatio: pretty(seedAudioRatio()),
  AudioCompletionRatio: pretty(seedAudioCompletionRatio()),
  ImageRatio: pretty(seedImageRatio()),
  PriceTiers: pretty(seedPriceTiers()),
  ModelPrice: pretty(seedModelPrice()),
  ImageFactors: pretty(seedImageFactors()),
  ToolPrices: pretty(seedToolPrices()),
  ServiceTierRatios: pretty(seedTierRatios()),
};

/** All options that a price book consists of. */
export const PRICE_KEYS = [
  ...PRICE_OPTION_KEYS,
  'QuotaPerUnit',
  'RoundChargesUp',
  'GroupGroupRatio',
] as const;

export const isPriceKey = (key: string): boolean => (PRICE_KEYS as readonly string[]).includes(key);

/** Identifies a price book by its content: 12 hexadecimal digits. */
export function priceBookVersion(text: (key: string) => string): string {
  return createHash('sha256').update(PRICE_KEYS.map(text).join('\n')).digest('hex').slice(0, 12);
}

/** Of the last price books: those that were checked are soon in effect, and many gateways have the built-in one. */
const BOOKS_KEPT = 3;
const books = new Map<string, PriceBook>();

/** Returns the price book of these texts, compiled once for the same ones. Throws PriceError if they are invalid. */
export function compilePrices(text: (key: string) => string): PriceBook {
  const source = JSON.stringify(PRICE_KEYS.map(text));
  const book = books.get(source) ?? compile(text);
  books.delete(source);
  books.set(source, book);
  for (const [oldest] of books) if (books.size > BOOKS_KEPT) books.delete(oldest);
  return book;
}

function compile(text: (key: string) => string): PriceBook {
  const map = (key: string) => JSON.parse(text(key)) as Record<string, number>;
  return compilePriceBook(
    {
      modelRatio: map('ModelRatio'),
      completionRatio: map('CompletionRatio'),
      cacheRatio: map('CacheRatio'),
      cacheWriteRatio: map('CacheWriteRatio'),
      audioRatio: map('AudioRatio'),
      audioCompletionRatio: map('AudioCompletionRatio'),
      imageRatio: map('ImageRatio'),
      priceTiers: JSON.parse(text('PriceTiers')) as Record<string, PriceTier[]>,
      modelPrice: map('ModelPrice'),
      imageFactors: JSON.parse(text('ImageFactors')) as Record<string, Record<string, number>>,
      toolPrices: JSON.parse(text('ToolPrices')) as ToolPriceMap,
      tierRatios: JSON.parse(text('ServiceTierRatios')) as TierRatioMap,
      groupRatio: map('GroupRatio'),
      // A price book from before there were group pairs has none.
      groupPairs: JSON.parse(text('GroupGroupRatio') || '{}') as GroupPairs,
      quotaPerUnit: Number(text('QuotaPerUnit')),
      roundsUp: text('RoundChargesUp') === 'true',
    },
    priceBookVersion(text),
  );
}

/** Throws AppError option_invalid_json if these values do not form a price book. */
export function checkPrices(text: (key: string) => string): void {
  try {
    compilePrices(text);
  } catch (error) {
    if (error instanceof PriceError)
      throw new AppError('option_invalid_json', {}, { cause: error, field: error.map });
    throw error;
  }
}

/** Provides the price book of the current options; rebuilt when they change. */
export function createPriceSource(
  options: { readonly raw: (key: string) => string },
  bus: Bus,
): { current(): PriceBook } {
  const text = (key: string) => options.raw(key);
  let priceBook = compilePrices(text);
  bus.subscribe(({ topic }) => {
    if (topic === 'options' && priceBookVersion(text) !== priceBook.version)
      priceBook = compilePrices(text);
  });
  return { current: () => priceBook };
}
