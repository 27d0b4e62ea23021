import { expect, test } from 'vitest';
import { parseWholeNumber } from './parse-whole-number.ts';

test('integers from the minimum on are accepted, as text or number', () => {
  expect(parseWholeNumber('5', 0)).toBe(5);
  expect(parseWholeNumber(5, 0)).toBe(5);
  expect(parseWholeNumber(' -999 ', -999)).toBe(-999);
});

test('fractions, words, empty text and values below the minimum are rejected, never rounded', () => {
  for (const typed of ['1.5', 1.5, '', 'abc', '1e3', '-1000', '9'.repeat(20)])
    expect(parseWholeNumber(typed, -999)).toBeUndefined();
});
