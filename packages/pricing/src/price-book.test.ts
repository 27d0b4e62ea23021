import { describe, expect, test } from 'vitest';
import { PriceError } from './decimal.ts';
import { compilePriceBook } from './price-book.ts';
import { seedCacheRatio, seedCacheWriteRatio, seedCompletionRatio, seedModelPrice, seedModelRatio, seedRows } from './seeds/seed-prices.ts';

const book = compilePriceBook(
  {
    modelRatio: { a: 1, both: 2, 'gpt-4-gizmo-*': 15 },
    completionRatio: {},
    cacheRatio: {},
    cacheWriteRatio: {},
    modelPrice: { both: 0.5 },
    groupRatio: { default: 1 },
    quotaPerUnit: 500_000,
  },
  'v7',
);

describe('price book', () => {
  test('an unlisted model has no price', () => {
    expect(book.find('unknown', 'default')).toBeUndefined();
    expect(book.find('unknown', 'default')).toBeUndefined();
  });

  test('a group without a ratio is told, never priced at 1', () => {
    expect(book.find('a', 'gone')).toBe('group-without-ratio');
  });

  test('a price per call goes before ratios', () => {
    expect(book.find('both', 'default')).toMatchObject({ kind: 'call', quota: 250_000, version: 'v7' });
  });

  test('all gizmos share one price', () => {
    expect(book.find('gpt-4-gizmo-abc', 'default')).toMatchObject({ factors: { modelRatio: 15 } });
  });

  test.each([[-1], [Number.NaN], [Infinity], ['x' as unknown as number], [null as unknown as number]])('the ratio %s is refused with its name', (value) => {
    const bad = () => compilePriceBook({ modelRatio: { m: value }, completionRatio: {}, cacheRatio: {}, cacheWriteRatio: {}, modelPrice: {}, groupRatio: {}, quotaPerUnit: 1 }, 'v');
    expect(bad).toThrow(PriceError);
    expect(bad).toThrow('ModelRatio.m');
  });
});

describe('seed prices', () => {
  test('every row is dated, sourced and there once', () => {
    expect(seedRows.length).toBeGreaterThan(130);
    expect(new Set(seedRows.map(({ model }) => model)).size).toBe(seedRows.length);
    for (const row of seedRows) expect([row.source !== '', /^\d{4}-\d{2}$/.test(row.date)]).toEqual([true, true]);
  });

  test('the ratios give back the dollar prices', () => {
    const [ratio, completion, cache, write] = [seedModelRatio(), seedCompletionRatio(), seedCacheRatio(), seedCacheWriteRatio()];
    for (const { model, input, output, cached, cacheWrite } of seedRows) {
      expect((ratio[model] as number) * 2).toBeCloseTo(input, 6);
      if (input === 0) continue;
      expect(input * (completion[model] as number)).toBeCloseTo(output, 6);
      if (cached !== null) expect(input * (cache[model] as number)).toBeCloseTo(cached, 6);
      if (cacheWrite !== null) expect(input * (write[model] as number)).toBeCloseTo(cacheWrite, 6);
    }
    expect(seedModelPrice()['dall-e-3']).toBe(0.04);
  });
});
