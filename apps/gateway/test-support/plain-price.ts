import { compilePriceBook, type Price } from '@tollgate/pricing';

const priceBook = compilePriceBook(
  {
    modelRatio: { m: 1, dear: 10, cheap: 0.1 },
    completionRatio: {},
    cacheRatio: {},
    cacheWriteRatio: {},
    modelPrice: {},
    groupRatio: { default: 1 },
    quotaPerUnit: 500_000,
  },
  '1',
);

/** One quota unit per token of any kind. */
export const plainPrice = priceBook.find('m', 'default') as Price;
/** Ten times as much. */
export const dearPrice = priceBook.find('dear', 'default') as Price;
/** A tenth of it. */
export const cheapPrice = priceBook.find('cheap', 'default') as Price;
