import { expect, test } from 'vitest';
import {
  changeNumber,
  readNumber,
  readPriceRows,
  removePriceRow,
  writePriceRow,
} from './price-rows.ts';

const texts = {
  ModelPrice: '{"draw":0.04}',
  ModelRatio: '{"small":0.5,"large":2}',
  CompletionRatio: '{"large":4}',
};
const none = { ModelPrice: undefined, ModelRatio: undefined, CompletionRatio: undefined };

test('the three options form one table with a row per model', () => {
  expect(readPriceRows(texts)).toEqual([
    { ...none, name: 'draw', ModelPrice: 0.04 },
    { ...none, name: 'large', ModelRatio: 2, CompletionRatio: 4 },
    { ...none, name: 'small', ModelRatio: 0.5 },
  ]);
  expect(readPriceRows({ ...texts, ModelRatio: '{' })).toBeUndefined();
  expect(readPriceRows({ ...texts, ModelRatio: '{"a":"1"}' })).toBeUndefined();
});

test('a model with a fixed price is in ModelPrice only', () => {
  const written = writePriceRow(texts, { ...none, name: 'large', ModelPrice: 1, ModelRatio: 2 });
  expect(Object.values(written).map((text) => JSON.parse(text))).toEqual([
    { draw: 0.04, large: 1 },
    { small: 0.5 },
    {},
  ]);
});

test('a model without a fixed price is in the options of its ratios', () => {
  const written = writePriceRow(texts, { ...none, name: 'draw', ModelRatio: 3 });
  expect(readPriceRows(written)?.[0]).toEqual({ ...none, name: 'draw', ModelRatio: 3 });
  expect(JSON.parse(written.ModelPrice)).toEqual({});
});

test('a model that loses its fixed price gets its stored ratios back, or else those of a new model', () => {
  const price = { key: 'ModelPrice', value: undefined, stored: texts } as const;
  const fixed = (name: string) => ({ ...none, name, ModelPrice: 1 });
  expect(changeNumber(fixed('large'), price)).toEqual({
    ...none,
    name: 'large',
    ModelRatio: 2,
    CompletionRatio: 4,
  });
  expect(changeNumber(fixed('draw'), price)).toEqual({ ...none, name: 'draw', ModelRatio: 1 });
  const other = { key: 'CompletionRatio', value: 3, stored: texts } as const;
  expect(changeNumber({ ...none, name: 'small', ModelRatio: 9 }, other)).toMatchObject({
    ModelRatio: 9,
    CompletionRatio: 3,
  });
});

test('a removed model is in none of the options', () => {
  expect(readPriceRows(removePriceRow(texts, 'large'))?.map(({ name }) => name)).toEqual([
    'draw',
    'small',
  ]);
});

test('only plain numbers of at least 0 are accepted', () => {
  expect(['', ' 1.5 ', '0', 'abc', '-1', '1e3', '1.'].map(readNumber)).toEqual([
    undefined,
    1.5,
    0,
    null,
    null,
    null,
    null,
  ]);
});
