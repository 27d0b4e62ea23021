import { expect, test } from 'vitest';
import { imageFactors } from './image-factor.ts';

test.each([
  [{ model: 'dall-e-3' }, 1],
  [{ model: 'dall-e-3', size: '1024x1024', quality: 'hd' }, 2],
  [{ model: 'dall-e-3', size: '1792x1024' }, 2],
  [{ model: 'dall-e-3', size: '1024x1792', quality: 'hd' }, 3],
  [{ model: 'dall-e-2', size: '256x256' }, 0.8],
  [{ model: 'dall-e-2', size: '512x512', count: 3 }, 2.7],
  [{ model: 'dall-e-2', size: '1024x1024', quality: 'hd' }, 1],
  [{ model: 'imagen-3', size: '1024x1792', quality: 'hd', count: 4 }, 4],
  [{ model: 'dall-e-3', count: 0 }, 0],
  [{ model: 'constructor', size: 'name' }, 1],
  [{ model: 'dall-e-3', size: 'constructor' }, 1],
])('%j costs %d times the price', (call, factor) => {
  expect(imageFactors(call).callFactor).toBe(factor);
});

test.each([[-1], [1.5], [Number.NaN], [1e300]])('%d pictures are refused', (count) => {
  expect(() => imageFactors({ model: 'dall-e-3', count })).toThrow(RangeError);
});
