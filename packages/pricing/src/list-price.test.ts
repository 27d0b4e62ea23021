import { expect, test } from 'vitest';
import { listCallPrice, listTokenPrices } from './list-price.ts';

const price = { model_ratio: 15, completion_ratio: 2, price: 0.1 };

test('a million tokens cost the ratio times 2 times the group ratio, completions times their own ratio', () => {
  expect(listTokenPrices(price, 1)).toEqual({ prompt: '$30.00', completion: '$60.00' });
  expect(listTokenPrices(price, 0.5)).toEqual({ prompt: '$15.00', completion: '$30.00' });
});

test('a call costs its price times the group ratio', () => {
  expect(listCallPrice(price, 0.5)).toBe('$0.05');
});

test('factors are multiplied as written, and halves round up', () => {
  const tiny = { ...price, model_ratio: 1.005, price: 0.00005 };
  expect(listTokenPrices(tiny, 0.35).prompt).toBe('$0.7035');
  expect(listCallPrice(tiny, 1)).toBe('$0.00005');
  expect(listCallPrice({ ...price, price: 4e-7 }, 1)).toBe('$0.00');
});

test('cached tokens and cache writes are listed if cached tokens have their own price', () => {
  const cached = { ...price, model_ratio: 1.5, cache_ratio: 0.1, cache_write_ratio: 1.25 };
  expect(listTokenPrices(cached, 1)).toMatchObject({ cached: '$0.30', cacheWrite: '$3.75' });
  expect(listTokenPrices({ ...cached, cache_ratio: 1 }, 1)).not.toHaveProperty('cacheWrite');
});

test('audio and images are listed if they have a price, audio output as a multiple of audio input', () => {
  const audioPrice = { ...price, model_ratio: 1.25, audio_ratio: 16, audio_completion_ratio: 2 };
  expect(listTokenPrices(audioPrice, 1)).toMatchObject({ audio: '$40.00', audioOutput: '$80.00' });
  expect(listTokenPrices({ ...price, image_ratio: 2 }, 1)).toMatchObject({ image: '$60.00' });
  expect(listTokenPrices({ ...price, audio_completion_ratio: 2 }, 1)).not.toHaveProperty('audio');
});

test('a price has as many places as it needs, and at least cents', () => {
  const at = (model_ratio: number) => listTokenPrices({ ...price, model_ratio }, 1).prompt;
  expect([0.014, 0.0625, 1.5, 0.15, 7.5].map(at)).toEqual([
    '$0.028',
    '$0.125',
    '$3.00',
    '$0.30',
    '$15.00',
  ]);
});

test('an invalid price is shown as a dash', () => {
  expect(listCallPrice({ ...price, price: Number.NaN }, 1)).toBe('–');
});
