import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { compilePriceBook } from './price-book.ts';
import { seedRows } from './seeds/seed-prices.ts';
import { proposePrice } from './seeds/propose-price.ts';
import type { RatioMaps } from './edit-ratio-maps.ts';
import { makeUsage } from './testing/make-price.ts';
import { readUsdPrice, type UsdPrice, UsdPriceError, writeUsdPrice } from './usd-price.ts';

const EMPTY: RatioMaps = {
  modelRatio: {},
  completionRatio: {},
  cacheRatio: {},
  cacheWriteRatio: {},
  audioRatio: {},
  audioCompletionRatio: {},
  imageRatio: {},
  modelPrice: {},
  priceTiers: {},
};

/** The maps as stored: after a round trip through JSON. */
const stored = (price: UsdPrice, model = 'm') =>
  JSON.parse(JSON.stringify(writeUsdPrice(EMPTY, model, price))) as RatioMaps;

const textOf = (units: number, places: number) =>
  (BigInt(units) === 0n ? '0' : (units / 10 ** places).toFixed(places)).replace(/\.?0+$/, '') ||
  '0';
/** Micro-dollars: input from a cent to 999.999999, other prices up to 1,000 times the cheapest. */
const micro = (max: number) => fc.integer({ min: 0, max: max * 1e6 }).map((n) => textOf(n, 6));
const input = fc.integer({ min: 10_000, max: 999_999_999 }).map((n) => textOf(n, 6));
const maybe = fc.option(micro(5000), { nil: undefined });
const tokens = {
  input,
  output: maybe,
  cached: maybe,
  cacheWrite: maybe,
};
const tokenPrice = fc.record({ ...tokens, imageInput: maybe });
const tier = fc.record({ above: fc.integer({ min: 1, max: 2_000_000 }), ...tokens });
const clean = (price: object) => JSON.parse(JSON.stringify(price)) as UsdPrice;

describe('a price in money', () => {
  test('of at most 6 decimals, below $1,000 of input, round-trips through the stored ratios digit by digit', () => {
    fc.assert(
      fc.property(tokenPrice, (price) => {
        expect(readUsdPrice(stored(price), 'm')).toEqual(clean(price));
      }),
      { numRuns: 2000 },
    );
  });

  test('of any size round-trips digit by digit, or is refused', () => {
    const digits = fc
      .record({ whole: fc.integer({ min: 0, max: 1e7 }), part: fc.stringMatching(/^\d{0,9}$/) })
      .map(({ whole, part }) => `${String(whole)}.${part}`.replace(/\.?0*$/, ''));
    let held = 0;
    fc.assert(
      fc.property(digits, digits, digits, (price, output, cached) => {
        const usdPrice = { input: price, output, cached };
        let maps: RatioMaps;
        try {
          maps = stored(usdPrice);
        } catch (error) {
          expect(error).toBeInstanceOf(UsdPriceError);
          return;
        }
        held += 1;
        expect(readUsdPrice(maps, 'm')).toEqual(usdPrice);
      }),
      { numRuns: 2000 },
    );
    expect(held).toBeGreaterThan(50);
  });

  test('of audio and of long prompts round-trips as well', () => {
    const audioPrices = fc.record({ input, audioInput: input, audioOutput: micro(900) });
    fc.assert(
      fc.property(audioPrices, fc.array(tier, { minLength: 1, maxLength: 3 }), (price, tiers) => {
        const complete = clean({ ...price, tiers });
        expect(readUsdPrice(stored(complete), 'm')).toEqual(complete);
      }),
      { numRuns: 500 },
    );
  });

  test('is what a call is charged: tokens times the shown price, rounded half up once', () => {
    const count = fc.integer({ min: 0, max: 5_000_000 });
    fc.assert(
      fc.property(tokenPrice, count, count, count, (price, fresh, cached, written) => {
        const maps = stored(price);
        const book = compilePriceBook({ ...maps, groupRatio: { g: 1 }, quotaPerUnit: 500_000 }, '');
        const compiled = book.find('m', 'g');
        if (typeof compiled !== 'object') throw new Error('the model has no price');
        const charge = computeCharge(
          compiled,
          makeUsage({
            promptTokens: fresh + cached,
            cachedTokens: cached,
            completionTokens: written,
          }),
        );
        // Micro-dollars per million tokens; 1 quota is 2 USD divided by a million.
        const of = (text: string | undefined) =>
          BigInt(Math.round(Number(text ?? price.input) * 1e6));
        const due =
          BigInt(fresh) * of(price.input) +
          BigInt(cached) * of(price.cached) +
          BigInt(written) * of(price.output);
        const quota = Number((due + 1_000_000n) / 2_000_000n);
        expect(charge).toBe(due > 0n ? Math.max(1, quota) : quota);
      }),
      { numRuns: 1000 },
    );
  });

  test('per call round-trips, and removes the ratios', () => {
    const before = stored({ input: '1', output: '2' });
    const after = writeUsdPrice(before, 'm', { call: '0.0001' });
    expect(readUsdPrice(after, 'm')).toEqual({ call: '0.0001' });
    expect(after.modelRatio).toEqual({});
    expect(after.completionRatio).toEqual({});
    expect(readUsdPrice(writeUsdPrice(after, 'm', undefined), 'm')).toBeUndefined();
  });

  test.each([
    [{ input: 'abc' }, 'input', 'not-a-number'],
    [{ input: '' }, 'input', 'input-missing'],
    [{ output: '2' }, 'input', 'input-missing'],
    [{ input: '1', output: '1,5' }, 'output', 'not-a-number'],
    [{ input: '1', output: '-1' }, 'output', 'not-a-number'],
    [{ input: '0', output: '1' }, 'output', 'input-free'],
    [{ input: '3', output: '0.0000001' }, 'output', 'not-exact'],
    [{ input: '0.000000001' }, 'input', 'not-exact'],
    [{ input: '0.0000000001' }, 'input', 'not-exact'],
    [{ input: '700000.01', output: '1.000001' }, 'output', 'not-exact'],
    [{ call: '99999999999' }, 'call', 'too-large'],
  ] as const)('%j is refused, never rounded: %s is %s', (price, field, fault) => {
    expect(() => writeUsdPrice(EMPTY, 'm', price)).toThrow(
      expect.objectContaining({ name: 'UsdPriceError', field, fault }),
    );
  });

  test.each([
    ['$ 3', '3'],
    ['.5', '0.5'],
    ['2.50', '2.5'],
    [' 7. ', '7'],
  ])('typed as %j is %s', (typed, read) => {
    expect(readUsdPrice(stored({ input: typed }), 'm')).toEqual({ input: read });
  });

  test('of every list price survives being stored', () => {
    for (const { model } of seedRows) {
      const price = proposePrice(model)?.price ?? {};
      const read = readUsdPrice(stored(price, model), model);
      expect([model, read]).toMatchObject([model, price]);
    }
  });

  test('of one model leaves the stored numbers of all others unchanged', () => {
    const before = { ...EMPTY, modelRatio: { a: 0.123456789, b: 1 }, completionRatio: { a: 3.3 } };
    const after = writeUsdPrice(before, 'b', { input: '4', output: '8' });
    expect(after.modelRatio).toEqual({ a: 0.123456789, b: 2 });
    expect(after.completionRatio).toEqual({ a: 3.3, b: 2 });
    expect(after.cacheRatio).toBe(before.cacheRatio);
  });
});
