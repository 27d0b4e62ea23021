import { expect, test } from 'vitest';
import { listCallPrice, listTokenPrices } from './list-price.ts';

const price = { model_ratio: 15, completion_ratio: 2, price: 0.1 };

test('a million tokens cost the ratio times 2 times the ratio of the group, completions by their ratio more', () => {
  expect(listTokenPrices(price, 1)).toEqual({ prompt: '$30.0000', completion: '$60.0000' });
  expect(listTokenPrices(price, 0.5)).toEqual({ prompt: '$15.0000', completion: '$30.0000' });
});

test('a call costs its price times the ratio of the group', () => {
  expect(listCallPrice(price, 0.5)).toBe('$0.0500');
});

test('what is written is what is multiplied, and halves round up', () => {
  const tiny = { ...price, model_ratio: 1.005, price: 0.00005 };
  expect(listTokenPrices(tiny, 0.35).prompt).toBe('$0.7035');
  expect(listCallPrice(tiny, 1)).toBe('$0.0001');
  expect(listCallPrice({ ...price, price: 1e-7 }, 1)).toBe('$0.0000');
});

test('what is no number is no price', () => {
  expect(listCallPrice({ ...price, price: Number.NaN }, 1)).toBe('–');
});
