import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { readChargeFactors, writeChargeRecord } from './charge-record.ts';
import { explainCharge } from './explain.ts';
import { compilePriceBook } from './price-book.ts';
import { PriceError } from './price-error.ts';
import type { PriceTier } from './price-tiers.ts';
import type { RatioPrice } from './price.ts';
import { estimateReservation } from './reservation.ts';
import { makeOptions, makeUsage } from './testing/make-price.ts';

const ratio = fc.integer({ min: 0, max: 400 }).map((hundredths) => hundredths / 100);
const tier = fc.record({
  above: fc.integer({ min: 1, max: 1000 }),
  modelRatio: ratio,
  completionRatio: ratio,
  cacheRatio: ratio,
});
const tiersOf = fc.uniqueArray(tier, { maxLength: 3, selector: ({ above }) => above });
const usageOf = fc
  .record({
    plain: fc.integer({ min: 0, max: 800 }),
    cached: fc.integer({ min: 0, max: 800 }),
    completionTokens: fc.integer({ min: 0, max: 800 }),
  })
  .map(({ plain, cached, completionTokens }) =>
    makeUsage({ promptTokens: plain + cached, cachedTokens: cached, completionTokens }),
  );

function priceOf(base: Omit<PriceTier, 'above'>, tiers: readonly PriceTier[]): RatioPrice {
  const map = (value = 1) => ({ m: value });
  const options = makeOptions({
    modelRatio: map(base.modelRatio),
    completionRatio: map(base.completionRatio),
    cacheRatio: map(base.cacheRatio),
    priceTiers: { m: tiers },
  });
  return compilePriceBook(options, 'v1').find('m', 'g') as RatioPrice;
}

describe('prices by the size of the prompt', () => {
  test("charge the whole call at its prompt's tier, as if that were the only price", () => {
    fc.assert(
      fc.property(tier, tiersOf, usageOf, (base, tiers, usage) => {
        const due = tiers
          .filter(({ above }) => usage.promptTokens > above)
          .reduce((best, one) => (one.above > best.above ? one : best), { ...base, above: 0 });
        expect(computeCharge(priceOf(base, tiers), usage)).toBe(
          computeCharge(priceOf(due, []), usage),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('are covered by the reservation, whichever tier the prompt turns out to be in', () => {
    fc.assert(
      fc.property(tier, tiersOf, usageOf, fc.nat(500), (base, tiers, usage, spare) => {
        const price = priceOf(base, tiers);
        const reserved = estimateReservation(price, {
          promptTokens: usage.promptTokens + spare,
          maxCompletionTokens: usage.completionTokens,
          preConsumedQuota: 0,
        });
        expect(reserved).toBeGreaterThanOrEqual(computeCharge(price, usage));
      }),
      { numRuns: 1000 },
    );
  });

  test('are in the log row, so that the charge can be recomputed from it', () => {
    fc.assert(
      fc.property(tier, tiersOf, usageOf, (base, tiers, usage) => {
        const price = priceOf(base, tiers);
        const factors = readChargeFactors({
          prompt_tokens: usage.promptTokens,
          completion_tokens: usage.completionTokens,
          other: JSON.stringify(writeChargeRecord(price, usage)),
        });
        expect(factors && explainCharge(factors)?.total).toBe(computeCharge(price, usage));
      }),
    );
  });

  test('begin one token above their limit and inherit what they do not set', () => {
    const price = priceOf({ modelRatio: 1, completionRatio: 5 }, [
      { above: 272_000, modelRatio: 2 },
    ]);
    const quota = (promptTokens: number) =>
      computeCharge(price, makeUsage({ promptTokens, completionTokens: 100 }));
    expect(quota(272_000)).toBe(272_500);
    expect(quota(272_001)).toBe(545_002);
    expect(writeChargeRecord(price, makeUsage({ promptTokens: 272_001 }))).toMatchObject({
      model_ratio: 2,
      completion_ratio: 5,
      price_tier: 272_000,
    });
  });

  test('and responses with reasoning cost their own output price, which is reserved, recorded and explained', () => {
    const options = makeOptions({
      modelRatio: { 'qwen-plus': 0.2 },
      completionRatio: { 'qwen-plus': 3 },
      priceTiers: { 'qwen-plus': [{ above: 1e6, modelRatio: 1 }] },
      tierRatios: { 'qwen*': { thinking: 3.333333333 } },
      groupRatio: { g: 1 },
    });
    const price = compilePriceBook(options, 'v1').find('qwen-plus', 'g') as RatioPrice;
    const tokens = { promptTokens: 1e6, completionTokens: 1e6 };
    const thought = makeUsage({ ...tokens, reasoningTokens: 1 });
    expect(computeCharge(price, makeUsage(tokens))).toBe(200_000 + 600_000);
    const charge = computeCharge(price, thought);
    expect(charge).toBe(200_000 + 2_000_000);
    const limits = { promptTokens: 1e6, maxCompletionTokens: 1e6, preConsumedQuota: 0 };
    expect(estimateReservation(price, limits)).toBeGreaterThanOrEqual(charge);
    const long = makeUsage({ promptTokens: 1e6 + 1, completionTokens: 1e6, reasoningTokens: 1 });
    expect(computeCharge(price, long)).toBe(1_000_001 + 10_000_000);
    const other = JSON.stringify(writeChargeRecord(price, thought));
    const factors = readChargeFactors({ prompt_tokens: 1e6, completion_tokens: 1e6, other });
    expect(factors && explainCharge(factors)?.total).toBe(charge);
  });

  test('may charge long prompts where short ones are free', () => {
    const price = priceOf({ modelRatio: 0 }, [{ above: 10, modelRatio: 1 }]);
    expect(computeCharge(price, makeUsage({ promptTokens: 10 }))).toBe(0);
    expect(computeCharge(price, makeUsage({ promptTokens: 11 }))).toBe(11);
    const limits = { maxCompletionTokens: 0, preConsumedQuota: 0 };
    expect(estimateReservation(price, { ...limits, promptTokens: 11 })).toBeGreaterThanOrEqual(11);
  });

  test.each([
    [[{ above: 0 }]],
    [[{ above: 1.5 }]],
    [[{ above: 5, modelRatio: -1 }]],
    [[{ above: 5, cacheRatio: 1e12 }]],
    [{ above: 5 }],
  ])('%j are refused', (tiers) => {
    expect(() => priceOf({}, tiers as PriceTier[])).toThrow(PriceError);
  });
});
