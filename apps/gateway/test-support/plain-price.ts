import { compilePriceBook, type Price } from '@tollgate/pricing';

const book = compilePriceBook(
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
export const plainPrice = book.find('m', 'default') as Price;
/** Ten times as much. */
export const dearPrice = book.find('dear', 'default') as Price;
/** A tenth of it. */
export const cheapPrice = book.find('cheap', 'default') as Price;
