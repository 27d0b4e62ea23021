import { expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { writeBillRecord, writeChargeRecord } from './charge-record.ts';
import { compilePriceBook, type PriceBook } from './price-book.ts';
import { repriceCall } from './reprice-call.ts';
import { surchargesOf } from './surcharges.ts';
import { makeUsage } from './testing/make-price.ts';

const BASE = {
  modelRatio: { chat: 1 },
  completionRatio: { chat: 4 },
  cacheRatio: { chat: 0.1 },
  cacheWriteRatio: {},
  modelPrice: { draw: 0.04 },
  imageFactors: { draw: { big: 2 } },
  toolPrices: { chat: { search: 0.01 } },
  tierRatios: { chat: { flex: 0.5 } },
  groupRatio: { default: 1, vip: 0.5 },
  quotaPerUnit: 500_000,
};
const bookOf = (changes: Partial<typeof BASE> = {}): PriceBook =>
  compilePriceBook({ ...BASE, ...changes }, 'v');
const priceOf = (model: string, group = 'default') => {
  const price = bookOf().find(model, group);
  if (typeof price !== 'object') throw new Error('no price');
  return price;
};

const usage = makeUsage({ promptTokens: 10_000, cachedTokens: 4000, completionTokens: 333 });
const row = (other: object, quota: number, model = 'chat', group = 'default') => ({
  model_name: model,
  group,
  quota,
  prompt_tokens: model === 'chat' ? 10_000 : 0,
  completion_tokens: model === 'chat' ? 333 : 0,
  other: JSON.stringify(other),
});

test('recharging with the same book gives the original charge, with tools, tiers and cache', () => {
  const price = priceOf('chat', 'vip');
  const surcharges = surchargesOf(price, { tools: { search: 3 }, tiers: ['flex'] });
  const charged = computeCharge(price, usage, 1, surcharges);
  const logged = row(writeChargeRecord(price, usage, 1, surcharges), charged, 'chat', 'vip');
  expect(repriceCall(bookOf(), logged)).toBe(charged);
});

test('recharging with another book applies its prices for tokens, tools and group', () => {
  const price = priceOf('chat');
  const surcharges = surchargesOf(price, { tools: { search: 3 } });
  const logged = row(writeChargeRecord(price, usage, 1, surcharges), 1);
  const moreExpensive = bookOf({
    completionRatio: { chat: 5 },
    toolPrices: { chat: { search: 0.02 } },
  });
  // 6,000 fresh + 400 cached + 333 · 5, and 3 · $0.02.
  expect(repriceCall(moreExpensive, logged)).toBe(6000 + 400 + 1665 + 30_000);
});

test("an image is recharged at the other book's sizes", () => {
  const price = priceOf('draw');
  const facts = { images: 3, image_size: 'big' };
  const other = {
    ...writeChargeRecord(price, makeUsage({}), 6),
    ...writeBillRecord(price, { callFactor: 6, facts }),
  };
  const logged = row(other, 120_000, 'draw');
  expect(repriceCall(bookOf(), logged)).toBe(120_000);
  expect(repriceCall(bookOf({ imageFactors: { draw: { big: 3 } } }), logged)).toBe(180_000);
});

test('a call that cost nothing costs nothing at any prices, and one without a price is unpriced', () => {
  const record = writeChargeRecord(priceOf('chat'), usage);
  expect(repriceCall(bookOf(), row(record, 0))).toBe(0);
  expect(repriceCall(bookOf({ modelRatio: {} as never }), row(record, 5))).toBe('unpriced');
  expect(repriceCall(bookOf(), row(record, 5, 'chat', 'gone'))).toBe('unpriced');
});

test('a row without the factors of its charge is skipped', () => {
  expect(repriceCall(bookOf(), row({}, 5))).toBeUndefined();
  expect(repriceCall(bookOf(), { ...row({}, 5), other: '{' })).toBeUndefined();
});
