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

test('the three options are one table, a row for each model', () => {
  expect(readPriceRows(texts)).toEqual([
    { ...none, name: 'draw', ModelPrice: 0.04 },
    { ...none, name: 'large', ModelRatio: 2, CompletionRatio: 4 },
    { ...none, name: 'small', ModelRatio: 0.5 },
  ]);
  expect(readPriceRows({ ...texts, ModelRatio: '{' })).toBeUndefined();
  expect(readPriceRows({ ...texts, ModelRatio: '{"a":"1"}' })).toBeUndefined();
});

test('a model with a fixed price stands in ModelPrice alone', () => {
  const written = writePriceRow(texts, { ...none, name: 'large', ModelPrice: 1, ModelRatio: 2 });
  expect(Object.values(written).map((text) => JSON.parse(text))).toEqual([
    { draw: 0.04, large: 1 },
    { small: 0.5 },
    {},
  ]);
});

test('a model without one stands in the ratios that it has', () => {
  const written = writePriceRow(texts, { ...none, name: 'draw', ModelRatio: 3 });
  expect(readPriceRows(written)?.[0]).toEqual({ ...none, name: 'draw', ModelRatio: 3 });
  expect(JSON.parse(written.ModelPrice)).toEqual({});
});

test('a model that loses its fixed price has the ratios again that are stored, else those of a new one', () => {
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

test('a removed model is in none of them', () => {
  expect(readPriceRows(removePriceRow(texts, 'large'))?.map(({ name }) => name)).toEqual([
    'draw',
    'small',
  ]);
});

test('only plain numbers of 0 or more are numbers', () => {
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
