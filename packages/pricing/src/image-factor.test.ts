import { expect, test } from 'vitest';
import { compileImageFactors, findUnpricedQuality, imageFactors } from './image-factor.ts';
import { PriceError } from './price-error.ts';
import { seedImageFactors } from './seeds/seed-prices.ts';

const compiled = compileImageFactors({
  ...seedImageFactors(),
  stars: { '1328*1328': 2 },
  odd: { '1x1': 0.1, '2x2': 0, hd: 0.3 },
});

test.each([
  ['dall-e-3', {}, 1],
  ['dall-e-3', { size: '1024x1024', quality: 'hd' }, 2],
  ['dall-e-3', { size: '1792x1024' }, 2],
  ['dall-e-3', { size: '1024x1792', quality: 'hd' }, 3],
  ['dall-e-3', { count: 0 }, 0],
  ['dall-e-2', { size: '256x256' }, 0.8],
  ['dall-e-2', { size: '512x512', count: 3 }, 2.7],
  ['dall-e-2', { size: '1024x1024', quality: 'hd' }, 1],
  ['imagen-3', { size: '1024x1792', quality: 'hd', count: 4 }, 4],
  ['dall-e-3', { size: 'constructor', quality: '__proto__' }, 1],
  ['dall-e-3', { size: '1024 X 1792', quality: 'HD' }, 3],
  ['dall-e-3', { size: ' 1024*1792' }, 2],
  ['stars', { size: '1328x1328' }, 2],
  ['odd', { size: '1x1', quality: 'hd', count: 3 }, 0.09],
  ['odd', { size: '2x2', count: 9 }, 0],
])('%s with %j costs %d times the price', (model, call, factor) => {
  expect(imageFactors(compiled.get(model), call).callFactor).toBe(factor);
});

test('the dearest qualities need a factor of their own, or one with their size', () => {
  const factors = compileImageFactors({ m: { xhigh: 4, '1024x1024 max': 9 } }).get('m');
  const qualities = ['max', 'MAX ', 'xhigh', 'high', 'auto', ''];
  const refusedAt = (size: string) =>
    qualities.map((quality) => findUnpricedQuality(factors, { size, quality }));
  expect(refusedAt('')).toEqual(['max', 'max', ...Array.from({ length: 4 })]);
  expect(refusedAt('1024*1024')).toEqual(Array.from({ length: 6 }));
  expect(findUnpricedQuality(undefined, { quality: 'xhigh' })).toBe('xhigh');
});

test.each([[-1], [1.5], [Number.NaN], [1e300]])('%d images are refused', (count) => {
  expect(() => imageFactors(undefined, { count })).toThrow(RangeError);
});

test.each([[{ m: { hd: -1 } }], [{ m: { hd: 1e12 } }], [{ m: 'hd' }], [{ m: ['hd'] }]])(
  'factors like %j are refused',
  (factors) => {
    expect(() => compileImageFactors(factors as never)).toThrow(PriceError);
  },
);
