import type { Pricing } from '@tollgate/contract';
import { describe, expect, test } from 'vitest';
import { formatContext } from './format-context.ts';
import { findPrices, type Prices, ratioGroup, showPrices } from './price-rows.ts';

const row = (name: string, fields: Partial<Pricing> = {}): Pricing => ({
  model_name: name,
  quota_type: 0,
  model_ratio: 15,
  completion_ratio: 2,
  price: 0,
  model_price: 0,
  enable_groups: ['default', 'vip'],
  ...fields,
});

const prices: Prices = {
  data: [
    row('Draw', { quota_type: 1, price: 0.1 }),
    row('only-vip', { enable_groups: ['vip'] }),
    row('words'),
  ],
  group_ratio: { default: 1, vip: 0.5 },
  user_group: ['default'],
};
const all = { keyword: '', group: '', type: '' } as const;
const names = (rows: { model_name: string }[]) => rows.map(({ model_name: name }) => name);

describe('finding models', () => {
  test('models with all required capabilities are found, and can be sorted by context length', () => {
    const seeing = {
      ...prices,
      data: [
        row('blind', { context: 8192 }),
        row('sees', { capabilities: ['vision'], context: 128_000 }),
        row('sees-and-acts', { capabilities: ['vision', 'tools'] }),
      ],
    };
    const found = (capability: string) => names(findPrices(seeing, { ...all, capability }));
    expect(found('vision')).toEqual(['sees', 'sees-and-acts']);
    expect(found('vision,tools')).toEqual(['sees-and-acts']);
    expect(found('nonsense')).toHaveLength(3);
    const sorted = names(findPrices(seeing, { ...all, sort: '-context' }));
    expect(sorted).toEqual(['sees', 'blind', 'sees-and-acts']);
  });

  test.each([
    [128_000, '128K'],
    [131_072, '131K'],
    [1_048_576, '1M'],
    [16_385, '16.4K'],
    [900, '900'],
  ])('%i tokens of context are shown as %s', (tokens, shown) =>
    expect(formatContext(tokens)).toBe(shown),
  );

  test("models of the user's groups come first, the others are marked as unavailable", () => {
    const rows = findPrices(prices, all);
    expect(names(rows)).toEqual(['Draw', 'words', 'only-vip']);
    expect(rows.map(({ isAvailable }) => isAvailable)).toEqual([true, true, false]);
  });

  test('any of several own groups makes a model available, and a selected group counts alone', () => {
    const both = { ...prices, user_group: ['default', 'vip'] };
    expect(findPrices(both, all).every(({ isAvailable }) => isAvailable)).toBe(true);
    expect(
      findPrices(both, { ...all, group: 'default' }).find(({ isAvailable }) => !isAvailable),
    ).toMatchObject({ model_name: 'only-vip' });
  });

  test('models are found by part of a name in any case, and by how they are priced', () => {
    expect(names(findPrices(prices, { ...all, keyword: ' DR ' }))).toEqual(['Draw']);
    expect(names(findPrices(prices, { ...all, type: 'calls' }))).toEqual(['Draw']);
    expect(names(findPrices(prices, { ...all, type: 'tokens' }))).toEqual(['words', 'only-vip']);
  });
});

describe('prices', () => {
  const show = (source: Prices, group = '') =>
    showPrices(source, findPrices(source, { ...all, group }), { group, p: 1, page_size: 20 });

  test("follow the ratio of the user's first group, or of the selected one", () => {
    expect(show(prices)[1]?.shown).toEqual({ prompt: '$30.00', completion: '$60.00' });
    expect(show(prices, 'vip')[0]?.shown).toEqual({ call: '$0.05' });
    expect(ratioGroup({ user_group: ['vip', 'default'] }, '')).toBe('vip');
    expect(ratioGroup({ user_group: [] }, '')).toBe('default');
  });

  test('are missing for a group without a ratio', () => {
    expect(show({ ...prices, user_group: ['lost'] })[0]?.shown).toEqual({ call: '–' });
  });

  test('are paged, with continuous row numbers', () => {
    const rows = findPrices(prices, all);
    const second = showPrices(prices, rows, { group: '', p: 2, page_size: 2 });
    expect(second).toMatchObject([{ id: 3, model_name: 'only-vip' }]);
    expect(showPrices(prices, rows, { group: '', p: 9, page_size: 2 })).toEqual([]);
  });
});
