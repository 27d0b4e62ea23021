import { expect, test } from 'vitest';
import { nextIndex } from './use-row-keyboard.ts';

test('J and K start at the first row and stop at the ends', () => {
  expect(nextIndex(-1, 1, 5)).toBe(0);
  expect(nextIndex(-1, -1, 5)).toBe(0);
  expect(nextIndex(1, 1, 5)).toBe(2);
  expect(nextIndex(4, 1, 5)).toBe(4);
  expect(nextIndex(0, -1, 5)).toBe(0);
});
