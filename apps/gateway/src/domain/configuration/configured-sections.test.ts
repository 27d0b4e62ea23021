import { findOption } from '@tollgate/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultOption, type OptionValues } from '../options/option-values.ts';
import { seedDefaults } from '../options/price-book.ts';
import { describeOwnGroups, otherLimits, writeGroups } from './configured-group.ts';
import { describeOwnPrices, describePrices, writePrices } from './configured-prices.ts';

const DEFAULTS: OptionValues = new Map(
  [...Object.keys(seedDefaults), 'GroupRatio', 'UserUsableGroups', 'RateLimits'].map((key) => {
    const definition = findOption(key);
    return [key, definition ? defaultOption(definition) : ''];
  }),
);
const textOf = (values: OptionValues) => (key: string) => values.get(key) ?? '';
const withTexts = (values: OptionValues, changes: readonly { key: string; value: string }[]) =>
  new Map([...values, ...changes.map(({ key, value }) => [key, value] as const)]);

/** Ratios as found in practice: round ones, odd ones, and ones with nine decimal places. */
const ratio = fc.oneof(
  fc.constantFrom(0, 0.1, 0.5, 1, 1.25, 2, 5, 1.333333333, 0.000000001),
  fc.integer({ min: 0, max: 5_000_000_000 }).map((units) => Number((units / 1e9).toFixed(9))),
);
const model = fc.oneof(
  fc.constantFrom('gpt-4o', 'claude-3-opus', 'dall-e-3', '1', '__proto__x', '模型', 'a: b', 'null'),
  fc.stringMatching(/^[a-z][a-z0-9.:/-]{0,20}$/),
);
const map = fc.dictionary(model, ratio, { maxKeys: 8, noNullPrototype: true });
const tier = fc.record(
  {
    above: fc.integer({ min: 1, max: 1e9 }),
    modelRatio: ratio,
    completionRatio: ratio,
    cacheRatio: ratio,
    cacheWriteRatio: ratio,
  },
  { requiredKeys: ['above'] },
);
const priceBook = fc
  .record({
    ModelRatio: map,
    CompletionRatio: map,
    CacheRatio: map,
    CacheWriteRatio: map,
    AudioRatio: map,
    AudioCompletionRatio: map,
    ImageRatio: map,
    ModelPrice: map,
    PriceTiers: fc.dictionary(model, fc.array(tier, { maxLength: 2 }), { maxKeys: 4 }),
    ImageFactors: fc.dictionary(model, fc.dictionary(fc.constantFrom('hd', '1x2'), ratio)),
  })
  .map((maps) =>
    withTexts(
      DEFAULTS,
      Object.entries(maps).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
    ),
  );

describe('prices of a configuration', () => {
  test('any stored price book, described and applied to the built-in one, yields the same price for every model', () => {
    fc.assert(
      fc.property(priceBook, (stored) => {
        const described = describeOwnPrices(textOf(stored));
        const copied = withTexts(DEFAULTS, writePrices(described, textOf(DEFAULTS), false));
        expect(describeOwnPrices(textOf(copied))).toEqual(described);
        expect(describePrices(textOf(copied))).toEqual(describePrices(textOf(stored)));
        expect(writePrices(described, textOf(stored), false)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('applied to any price book with all prices owned, they yield the described one', () => {
    fc.assert(
      fc.property(priceBook, priceBook, (stored, other) => {
        const described = describeOwnPrices(textOf(stored));
        const changed = withTexts(other, writePrices(described, textOf(other), true));
        expect(describePrices(textOf(changed))).toEqual(describePrices(textOf(stored)));
      }),
      { numRuns: 40 },
    );
  });

  test('the built-in price book differs in none, and all its prices are described in USD', () => {
    expect(describeOwnPrices(textOf(DEFAULTS))).toEqual([]);
    const prices = describePrices(textOf(DEFAULTS));
    expect(prices.size).toBeGreaterThan(100);
    expect([...prices].filter(([, price]) => price.ratios)).toEqual([]);
  });
});

const name = fc.constantFrom('default', 'vip', 'gold', '组', '7', '__proto__x');
const rule = fc.record(
  {
    per: fc.constantFrom('group', 'group', 'key', 'model'),
    match: fc.array(fc.oneof(name, fc.constantFrom('*', 'g*')), { minLength: 1, maxLength: 2 }),
    requests: fc.integer({ min: 0, max: 9 }),
    quota: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ['per'] },
);
const site = fc
  .record({
    GroupRatio: fc.dictionary(name, ratio),
    UserUsableGroups: fc.dictionary(name, fc.constantFrom('', 'A group')),
    RateLimits: fc.array(rule, { maxLength: 6 }),
  })
  .map((options) =>
    withTexts(
      DEFAULTS,
      Object.entries(options).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
    ),
  );

test('groups of any site, described and applied to a fresh one with its other limits, are the same there', () => {
  fc.assert(
    fc.property(site, (stored) => {
      const groups = describeOwnGroups(textOf(stored));
      const otherRules = otherLimits(stored.get('RateLimits') ?? '');
      const groupOptions = { groups, otherRules, isAll: true };
      const copied = withTexts(DEFAULTS, writeGroups(groupOptions, textOf(DEFAULTS)));
      expect(describeOwnGroups(textOf(copied))).toEqual(groups);
      expect(otherLimits(copied.get('RateLimits') ?? '')).toEqual(otherRules);
      const rewritten = writeGroups({ ...groupOptions, otherRules: undefined }, textOf(copied));
      expect(withTexts(copied, rewritten)).toEqual(copied);
    }),
    { numRuns: 300 },
  );
});

test('limits of a group that the other rules also limit are refused', () => {
  const groups = [{ name: 'vip', group: { ratio: 1, limits: { requests: 5 } } }];
  const otherRules = [{ per: 'group', match: ['vip'], requests: 9 }];
  const write = () => writeGroups({ groups, otherRules, isAll: false }, textOf(DEFAULTS));
  expect(write).toThrow(expect.objectContaining({ code: 'configuration_said_twice' }));
});
