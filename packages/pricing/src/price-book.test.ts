import { describe, expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { compilePriceBook } from './price-book.ts';
import { PriceError } from './price-error.ts';
import type { Price } from './price.ts';
import { makeOptions } from './testing/make-price.ts';
import { emptyUsage } from './usage.ts';

const options = makeOptions({
  modelRatio: { a: 1, both: 2, 'gpt-4-gizmo-*': 15, 'gpt-4-gizmo-mine': 3, free: 0 },
  modelPrice: { both: 0.5, 'gpt-4o-gizmo-*': 0.1 },
  groupRatio: { default: 1, gift: 0 },
});
const book = compilePriceBook(options, 'v7');

describe('price book', () => {
  test('an unlisted model has no price, however often it is requested', () => {
    expect([1, 2].map(() => book.find('unknown', 'default'))).toEqual([undefined, undefined]);
    expect(book.find('unknown', 'gone')).toBeUndefined();
  });

  test.each([['constructor'], ['__proto__'], ['toString'], ['']])(
    'the name %j is unlisted like any other',
    (name) => {
      expect(book.find(name, 'default')).toBeUndefined();
      expect(book.find('a', name)).toBe('group-without-ratio');
    },
  );

  test('a group without a ratio is an error, never priced at 1', () => {
    expect(book.find('a', 'gone')).toBe('group-without-ratio');
  });

  test('a price per call takes precedence over ratios', () => {
    expect(book.find('both', 'default')).toMatchObject({
      kind: 'call',
      quota: 250_000,
      version: 'v7',
    });
  });

  test('all gizmos share one price, except one that has its own', () => {
    expect(book.find('gpt-4-gizmo-abc', 'default')).toMatchObject({ factors: { modelRatio: 15 } });
    expect(book.find('gpt-4-gizmo-mine', 'default')).toMatchObject({ factors: { modelRatio: 3 } });
    expect(book.find('gpt-4o-gizmo-abc', 'default')).toMatchObject({ kind: 'call', quota: 50_000 });
    expect(book.find('gpt-4-gizmo', 'default')).toBeUndefined();
  });

  test('a group may have a different ratio for users of another, and is priced for nobody once it is removed', () => {
    const paired = compilePriceBook(
      {
        ...makeOptions(),
        modelRatio: { m: 1 },
        groupRatio: { default: 1, vip: 0.8 },
        groupPairs: { vip: { default: 0.9, gone: 0.5 }, other: {} },
      },
      'v',
    );
    const ratioOf = (group: string, userGroup?: string) => {
      const price = paired.find('m', group, userGroup);
      return typeof price === 'object' && price.kind === 'ratio' ? price.factors.groupRatio : price;
    };
    expect(ratioOf('default', 'vip')).toBe(0.9);
    expect(ratioOf('vip', 'vip')).toBe(0.8);
    expect(ratioOf('default', 'other')).toBe(1);
    expect(ratioOf('default', 'constructor')).toBe(1);
    expect(ratioOf('default')).toBe(1);
    expect(ratioOf('gone', 'vip')).toBe('group-without-ratio');
  });

  test('a price is compiled once per model and group', () => {
    expect(book.find('a', 'default')).toBe(book.find('a', 'default'));
    expect(book.find('gpt-4-gizmo-x', 'default')).toBe(book.find('gpt-4-gizmo-y', 'default'));
    expect(book.find('a', 'default')).not.toBe(book.find('a', 'gift'));
  });

  test('later changes of the options do not affect a compiled book', () => {
    const pairOptions = makeOptions();
    const before = compilePriceBook(pairOptions, 'v');
    pairOptions.modelRatio['m'] = 99;
    expect(before.find('m', 'g')).toMatchObject({ factors: { modelRatio: 1 } });
  });

  test('ratio 0 of a model or group is free, not refused', () => {
    for (const price of [
      book.find('free', 'default'),
      book.find('a', 'gift'),
      book.find('both', 'gift'),
    ]) {
      expect(price).toMatchObject({ free: true });
      expect(computeCharge(price as Price, { ...emptyUsage(), promptTokens: 1000 })).toBe(0);
    }
  });

  test('every priced name is listed once, in order', () => {
    expect(book.listModels()).toEqual([
      'a',
      'both',
      'free',
      'gpt-4-gizmo-*',
      'gpt-4-gizmo-mine',
      'gpt-4o-gizmo-*',
    ]);
  });

  test('absent ratios are 1 for output and cached reads, 1.25 for cache writes, and twice the input for one-hour writes', () => {
    expect(book.find('a', 'default')).toMatchObject({
      factors: { completionRatio: 1, cacheRatio: 1, cacheWriteRatio: 1.25, cacheWriteHourRatio: 2 },
    });
  });
});

describe('a price table that cannot be used is refused by map and key', () => {
  test.each([[-1], [Number.NaN], [Infinity], ['x'], [null], [[1]]])('the ratio %j', (value) => {
    const bad = () =>
      compilePriceBook(makeOptions({ modelRatio: { 'gpt-4.1': value as number } }), 'v');
    expect(bad).toThrow(PriceError);
    expect(bad).toThrow(expect.objectContaining({ map: 'ModelRatio', key: 'gpt-4.1' }));
  });

  test.each([
    ['modelRatio', 'ModelRatio'],
    ['completionRatio', 'CompletionRatio'],
    ['cacheRatio', 'CacheRatio'],
    ['cacheWriteRatio', 'CacheWriteRatio'],
    ['audioRatio', 'AudioRatio'],
    ['audioCompletionRatio', 'AudioCompletionRatio'],
    ['imageRatio', 'ImageRatio'],
    ['modelPrice', 'ModelPrice'],
    ['groupRatio', 'GroupRatio'],
  ])('%s', (field, map) => {
    expect(() => compilePriceBook(makeOptions({ [field]: { x: -1 } }), 'v')).toThrow(
      expect.objectContaining({ map, key: 'x' }),
    );
    expect(() => compilePriceBook(makeOptions({ [field]: [] }), 'v')).toThrow(
      expect.objectContaining({ map, reason: 'not-a-map' }),
    );
  });

  test('the unit', () => {
    expect(() => compilePriceBook(makeOptions({ quotaPerUnit: -1 }), 'v')).toThrow(
      expect.objectContaining({ map: 'QuotaPerUnit' }),
    );
  });

  test('a price per call that overflows in some group', () => {
    const huge = makeOptions({ modelPrice: { m: 1e9 }, groupRatio: { g: 1, dear: 100 } });
    expect(() => compilePriceBook(huge, 'v')).toThrow(
      expect.objectContaining({ map: 'ModelPrice', key: 'm', reason: 'too-large' }),
    );
  });
});
