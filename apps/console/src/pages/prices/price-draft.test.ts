import { PRICE_OPTION_KEYS } from '@tollgate/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changeAmount,
  compareOthers,
  comparePrices,
  type PriceTexts,
  rebaseDraft,
  setPrice,
} from './price-draft.ts';
import { fromPerMinute, toPerMinute } from './price-per-minute.ts';

const texts = (changes: Partial<Record<keyof PriceTexts, object>> = {}): PriceTexts => ({
  ...(Object.fromEntries(PRICE_OPTION_KEYS.map((key) => [key, '{}'])) as PriceTexts),
  ...(Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)]),
  ) as Partial<PriceTexts>),
});
const BASE = texts({
  ModelRatio: { a: 1.5, b: 1 },
  CompletionRatio: { a: 5 },
  ModelPrice: { draw: 0.04 },
  GroupRatio: { default: 1, vip: 0.9 },
});

test("changing an amount keeps the model's other amounts in money", () => {
  const price = changeAmount({ input: '3', output: '15', cached: '0.3' }, 'input', '4');
  const before = setPrice(BASE, 'a', { input: '3', output: '15', cached: '0.3' });
  const after = setPrice(before, 'a', price);
  expect(comparePrices(before, after)).toEqual([
    { model: 'a', field: 'input', from: '3', to: '4' },
  ]);
  expect(JSON.parse(after.CompletionRatio)).toMatchObject({ a: 3.75 });
});

test('a price per call and token prices replace each other, and a cleared row leaves nothing behind', () => {
  expect(changeAmount({ input: '3', output: '15' }, 'call', '0.1')).toEqual({ call: '0.1' });
  expect(changeAmount({ call: '0.1' }, 'input', '3')).toEqual({ input: '3' });
  expect(changeAmount({ input: '3' }, 'input', ' ')).toBeUndefined();
  expect(changeAmount({ call: '1' }, 'call', '')).toBeUndefined();
  const removed = setPrice(BASE, 'draw', undefined);
  expect(comparePrices(BASE, removed)).toEqual([
    { model: 'draw', field: 'call', from: '0.04', to: undefined },
  ]);
});

test('writing a price back as it was read changes no digit of any significant option', () => {
  const amount = fc.integer({ min: 10_000, max: 1e8 }).map((micro) => String(micro / 1e6));
  fc.assert(
    fc.property(amount, amount, (input, output) => {
      const first = setPrice(BASE, 'm', { input, output });
      const again = setPrice(first, 'm', { input, output });
      expect(again).toEqual(first);
      expect(comparePrices(BASE, first)).toEqual([
        { model: 'm', field: 'input', from: undefined, to: input },
        { model: 'm', field: 'output', from: undefined, to: output },
      ]);
    }),
  );
});

test("rebasing a draft onto another's save keeps both changes, even of one model", () => {
  const draft = {
    ...setPrice(setPrice(BASE, 'a', { input: '3', output: '20' }), 'new', { input: '1' }),
    GroupRatio: '{"default":1,"vip":0.8}',
  };
  const stored = {
    ...setPrice(setPrice(BASE, 'a', { input: '2', output: '15' }), 'b', undefined),
    GroupRatio: '{"default":2,"vip":0.9,"own":1}',
  };
  const merged = rebaseDraft({ base: BASE, draft }, stored);
  expect(comparePrices(stored, merged)).toEqual([
    { model: 'a', field: 'output', from: '15', to: '20' },
    { model: 'new', field: 'input', from: undefined, to: '1' },
  ]);
  expect(JSON.parse(merged.GroupRatio)).toEqual({ default: 2, vip: 0.8, own: 1 });
  expect(compareOthers(stored, merged)).toEqual(['GroupRatio']);
});

test('a rebase keeps removed prices removed, and models changed to a price per call as such', () => {
  const draft = setPrice(setPrice(BASE, 'b', undefined), 'a', { call: '0.5' });
  const stored = setPrice(setPrice(BASE, 'b', { input: '9' }), 'a', { input: '7' });
  const merged = rebaseDraft({ base: BASE, draft }, stored);
  expect(comparePrices(draft, merged)).toEqual([]);
});

test('rebasing an unchanged draft yields the stored book', () => {
  const stored = setPrice(BASE, 'a', { input: '9', output: '10' });
  expect(rebaseDraft({ base: BASE, draft: BASE }, stored)).toEqual(stored);
});

test.each([
  ['6', '0.006'],
  ['0.36', '0.00036'],
  ['x', ''],
])('a price of %s per million tokens is %s per minute, and back', (input, minute) => {
  expect(toPerMinute(input)).toBe(minute);
  expect(fromPerMinute(minute)).toBe(minute === '' ? '' : input);
});
