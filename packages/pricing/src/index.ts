export * from './charge.ts';
export { PriceError } from './decimal.ts';
export * from './display.ts';
export * from './explain.ts';
export { compilePriceBook, type CallPrice, type Price, type PriceBook, type PriceOptions, type RatioPrice } from './price-book.ts';
export * from './seeds/seed-prices.ts';
export * from './usage.ts';
