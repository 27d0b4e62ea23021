import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeExact, chargeFast, computeCharge, estimateReservation } from './charge.ts';
import { compilePriceBook, type Price, type PriceOptions, type RatioPrice } from './price-book.ts';
import { emptyUsage, type Usage } from './usage.ts';

const options = (over: Partial<PriceOptions> = {}): PriceOptions => ({
  modelRatio: { m: 1 },
  completionRatio: {},
  cacheRatio: {},
  cacheWriteRatio: {},
  modelPrice: {},
  groupRatio: { default: 1 },
  quotaPerUnit: 500_000,
  ...over,
});

function ratioPrice(model: number, completion: number, cache = 1, write = 1.25, group = 1): RatioPrice {
  const book = compilePriceBook(
    options({ modelRatio: { m: model }, completionRatio: { m: completion }, cacheRatio: { m: cache }, cacheWriteRatio: { m: write }, groupRatio: { g: group } }),
    'v1',
  );
  return book.find('m', 'g') as RatioPrice;
}

const usage = (over: Partial<Usage>): Usage => ({ ...emptyUsage(), ...over });

describe('worked charges', () => {
  test.each([
    ['gpt-4o, group 1', ratioPrice(1.25, 4), { promptTokens: 1000, completionTokens: 500 }, 3750],
    ['800 of the prompt cached', ratioPrice(1.25, 4, 0.5), { promptTokens: 1000, cachedTokens: 800, completionTokens: 500 }, 3250],
    ['the same in a group of 0.8', ratioPrice(1.25, 4, 0.5, 1.25, 0.8), { promptTokens: 1000, cachedTokens: 800, completionTokens: 500 }, 2600],
    ['0.525 rounds to 1', ratioPrice(0.075, 4), { promptTokens: 3, completionTokens: 1 }, 1],
    ['0.375 would round to 0, but a used token costs at least 1', ratioPrice(0.075, 4), { promptTokens: 1, completionTokens: 1 }, 1],
    ['cache reads and writes (input told without them: 100 + 10,000 + 2,000)', ratioPrice(1.5, 5, 0.1, 1.25), { promptTokens: 12_100, cachedTokens: 10_000, cacheWriteTokens: 2000, completionTokens: 300 }, 7650],
    ['0.875 rounds half up, it is not cut off', ratioPrice(0.125, 5), { promptTokens: 7 }, 1],
    ['reasoning is inside the completion', ratioPrice(7.5, 4), { promptTokens: 50, completionTokens: 900, reasoningTokens: 800 }, 27_375],
    ['172.125 rounds down', ratioPrice(0.135, 4, 0.25), { promptTokens: 2000, cachedTokens: 1500, completionTokens: 100 }, 172],
    ['gpt-6-sol with 10,000 cached', ratioPrice(1, 5, 0.1), { promptTokens: 12_000, cachedTokens: 10_000, completionTokens: 800 }, 7000],
    ['no tokens cost nothing', ratioPrice(1, 1), {}, 0],
    ['a free model costs nothing', ratioPrice(0, 1), { promptTokens: 1e6 }, 0],
  ])('%s', (_name, price, tokens, quota) => {
    expect(computeCharge(price, usage(tokens))).toBe(quota);
  });

  test('a price per call ignores tokens', () => {
    const price = compilePriceBook(options({ modelPrice: { m: 0.1 }, groupRatio: { g: 1.5 } }), 'v').find('m', 'g') as Price;
    expect(computeCharge(price, emptyUsage())).toBe(75_000);
  });
});

const tokenCount = fc.integer({ min: 0, max: 50_000_000 });
const decimal = fc.integer({ min: 0, max: 100_000_000 }).map((units) => units / 1e6);
const anyPrice = fc.tuple(decimal, decimal, decimal, decimal, decimal).map((parts) => ratioPrice(...parts));
const anyUsage = fc.tuple(tokenCount, tokenCount, tokenCount, tokenCount).map(([plain, cached, written, completion]) =>
  usage({ promptTokens: plain + cached + written, cachedTokens: cached, cacheWriteTokens: written, completionTokens: completion }),
);

describe('for every price and usage', () => {
  test('the fast path, where it answers, equals exact arithmetic', () => {
    fc.assert(
      fc.property(anyPrice, anyUsage, (price, tokens) => {
        const fast = chargeFast(price, tokens);
        if (fast !== undefined) expect(fast).toBe(chargeExact(price, tokens));
      }),
      { numRuns: 2000 },
    );
  });

  test('more tokens of a kind never cost less', () => {
    fc.assert(
      fc.property(anyPrice, anyUsage, tokenCount, (price, tokens, more) => {
        const base = computeCharge(price, tokens);
        expect(computeCharge(price, { ...tokens, promptTokens: tokens.promptTokens + more })).toBeGreaterThanOrEqual(base);
        expect(computeCharge(price, { ...tokens, completionTokens: tokens.completionTokens + more })).toBeGreaterThanOrEqual(base);
      }),
    );
  });

  test('a reservation covers every call inside its limits', () => {
    fc.assert(
      fc.property(anyPrice, anyUsage, tokenCount, (price, tokens, spare) => {
        const reserved = estimateReservation(price, { promptTokens: tokens.promptTokens, maxCompletionTokens: tokens.completionTokens + spare, preConsumedQuota: 0 });
        expect(reserved).toBeGreaterThanOrEqual(computeCharge(price, tokens));
      }),
    );
  });

  test('broken counts never become a credit', () => {
    fc.assert(
      fc.property(anyPrice, fc.record({ promptTokens: fc.double(), cachedTokens: fc.double(), cacheWriteTokens: fc.double(), completionTokens: fc.double() }), (price, broken) => {
        try {
          expect(computeCharge(price, usage(broken))).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

test('a charge that no integer can hold is refused instead of wrapping round', () => {
  expect(() => computeCharge(ratioPrice(1e9, 1e9, 1, 1, 1e9), usage({ promptTokens: 1e9, completionTokens: 1e9 }))).toThrow(RangeError);
});
