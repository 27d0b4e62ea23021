import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { readChargeFactors, writeChargeRecord } from './charge-record.ts';
import { explainCharge } from './explain.ts';
import { compilePriceBook, type PriceOptions } from './price-book.ts';
import { PriceError } from './price-error.ts';
import type { Price } from './price.ts';
import { estimateReservation } from './reservation.ts';
import { surchargesOf } from './surcharges.ts';
import { makeOptions, makeUsage } from './testing/make-price.ts';

function priceOf(changes: Partial<PriceOptions>, model = 'm'): Price {
  return compilePriceBook(makeOptions(changes), 'v1').find(model, 'g') as Price;
}

const MILLION = 1_000_000n;
/** Millionths, so that tests can compute without this package's decimals. */
const micros = fc.integer({ min: 0, max: 3_000_000 });
const scenario = fc.record({
  ratio: micros,
  group: micros,
  use: micros,
  request: micros,
  tier: micros,
  speed: micros,
  uses: fc.integer({ min: 0, max: 50 }),
  prompt: fc.integer({ min: 0, max: 2_000_000 }),
  completion: fc.integer({ min: 0, max: 200_000 }),
  isCall: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

function open({ ratio, group, use, request, tier, speed, uses, isCall, ...tokens }: Scenario) {
  const modelRatio = { m: ratio / 1e6 };
  const price = priceOf({
    ...(isCall ? { modelRatio: {}, modelPrice: modelRatio } : { modelRatio }),
    groupRatio: { g: group / 1e6 },
    toolPrices: { m: { search: { use: use / 1e6, request: request / 1e6 } } },
    tierRatios: { m: { priority: tier / 1e6, fast: speed / 1e6 } },
  });
  const usage = makeUsage({ promptTokens: tokens.prompt, completionTokens: tokens.completion });
  const surcharges = surchargesOf(price, { tools: { search: uses }, tiers: ['priority', 'fast'] });
  return { price, usage, surcharges };
}

/** The documented formula, over one denominator. */
function expectedCharge(input: Scenario): number {
  const [ratio, group, tier, speed] = [input.ratio, input.group, input.tier, input.speed].map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint];
  const base = input.isCall ? 500_000n : BigInt(input.prompt + input.completion);
  const tokens = base * ratio * group * tier * speed;
  const dollars = input.uses === 0 ? 0 : input.use * input.uses + input.request;
  const tools = BigInt(dollars) * 500_000n * group * MILLION * MILLION;
  const [sum, unit] = [tokens + tools, MILLION ** 4n];
  const quota = (2n * sum + unit) / (2n * unit);
  return Number(sum > 0n && quota === 0n ? 1n : quota);
}

describe('a call with tools and service tiers', () => {
  test('costs tokens times tiers plus tools, times the group ratio, rounded half up once', () => {
    fc.assert(
      fc.property(scenario, (input) => {
        const { price, usage, surcharges } = open(input);
        expect(computeCharge(price, usage, 1, surcharges)).toBe(expectedCharge(input));
      }),
      { numRuns: 2000 },
    );
  });

  test('has a log row that reproduces exactly what was charged', () => {
    fc.assert(
      fc.property(scenario, (input) => {
        const { price, usage, surcharges } = open(input);
        const row = {
          prompt_tokens: usage.promptTokens,
          completion_tokens: usage.completionTokens,
          other: JSON.stringify(writeChargeRecord(price, usage, 1, surcharges)),
        };
        const factors = readChargeFactors(row);
        expect(factors && explainCharge(factors)?.total).toBe(expectedCharge(input));
      }),
      { numRuns: 1000 },
    );
  });

  test('is covered by a reservation for the same uses and tokens', () => {
    fc.assert(
      fc.property(scenario, fc.integer({ min: 0, max: 9 }), (input, spare) => {
        const { price, usage, surcharges } = open(input);
        const worst = surchargesOf(price, {
          tools: { search: input.uses + spare },
          tiers: ['priority', 'fast'],
        });
        const reserved = estimateReservation(price, {
          promptTokens: usage.promptTokens,
          maxCompletionTokens: usage.completionTokens + spare,
          preConsumedQuota: 0,
          surcharges: worst,
        });
        expect(reserved).toBeGreaterThanOrEqual(computeCharge(price, usage, 1, surcharges));
      }),
      { numRuns: 1000 },
    );
  });

  test('whose tokens are free costs and reserves its tools', () => {
    const price = priceOf({ modelRatio: { m: 0 }, toolPrices: { m: { search: 0.01 } } });
    const surcharges = surchargesOf(price, { tools: { search: 3 } });
    expect(computeCharge(price, makeUsage({ promptTokens: 9 }), 1, surcharges)).toBe(15_000);
    const limits = { promptTokens: 9, maxCompletionTokens: 9, preConsumedQuota: 0, surcharges };
    expect(estimateReservation(price, limits)).toBe(15_000);
  });

  test('shows each tool and each tier, with the prices at the time', () => {
    const price = priceOf({
      groupRatio: { g: 0.5 },
      toolPrices: { m: { search: 0.01, code: { request: 0.03 } } },
      tierRatios: { m: { priority: 2 } },
    });
    const surcharges = surchargesOf(price, {
      tools: { search: 2, code: 4, unpriced: 1, unused: 0 },
      tiers: ['priority', 'default'],
    });
    const usage = makeUsage({ promptTokens: 100 });
    const record = writeChargeRecord(price, usage, 1, surcharges);
    expect(record).toMatchObject({
      tools: { search: { uses: 2, use: 0.01, request: 0 }, code: { uses: 4, request: 0.03 } },
      tier_ratios: { priority: 2 },
      quota_per_unit: 500_000,
    });
    const other = JSON.stringify(record);
    const factors = readChargeFactors({ prompt_tokens: 100, completion_tokens: 0, other });
    expect(factors && explainCharge(factors)).toMatchObject({
      tools: [
        { tool: 'search', uses: 2, use: 0.01, request: 0, quota: 5000 },
        { tool: 'code', uses: 4, use: 0, request: 0.03, quota: 7500 },
      ],
      tiers: [{ tier: 'priority', ratio: 2 }],
      subtotal: 50,
      unrounded: 12_600,
      total: 12_600,
    });
  });
});

describe('the tariff of a model', () => {
  const options = {
    modelRatio: { 'gpt-4o': 1, 'gpt-4o-search': 1, other: 1 },
    toolPrices: {
      'gpt-*': { search: 1, files: 2 },
      'gpt-4o*': { search: 3 },
      'gpt-4o': { search: { request: 4 } },
    },
  };

  test('prefers a full name to the longest prefix, tool by tool', () => {
    const tools = (model: string) =>
      Object.fromEntries(priceOf(options, model).tariff?.tools ?? []);
    expect(tools('gpt-4o')).toEqual({
      search: { use: 0, request: 4 },
      files: { use: 2, request: 0 },
    });
    expect(tools('gpt-4o-search')).toEqual({
      search: { use: 3, request: 0 },
      files: { use: 2, request: 0 },
    });
    expect(priceOf(options, 'other').tariff).toBeUndefined();
  });

  test.each<[Partial<PriceOptions>, string]>([
    [{ toolPrices: { m: { search: -1 } } }, 'ToolPrices'],
    [{ toolPrices: { m: { search: { use: 'x' } } } as never }, 'ToolPrices'],
    [{ toolPrices: { m: [] } as never }, 'ToolPrices'],
    [{ toolPrices: [] as never }, 'ToolPrices'],
    [{ tierRatios: { m: { priority: Number.NaN } } }, 'ServiceTierRatios'],
    [{ tierRatios: { m: 2 } as never }, 'ServiceTierRatios'],
  ])('refuses %j', (changes, map) => {
    expect(() => priceOf(changes)).toThrow(PriceError);
    expect(() => priceOf(changes)).toThrow(map);
  });
});
