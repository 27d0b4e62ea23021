import { expect, test } from 'vitest';
import { toCents } from './to-cents.ts';

test.each([
  ['15', '15.00'],
  ['0.1', '0.10'],
  ['0.125', '0.125'],
  ['3.', '3.00'],
  ['', ''],
  ['1,5', '1,5'],
  ['1e3', '1e3'],
  ['abc', 'abc'],
])('%j is shown as %j', (typed, shown) => {
  expect(toCents(typed)).toBe(shown);
});
