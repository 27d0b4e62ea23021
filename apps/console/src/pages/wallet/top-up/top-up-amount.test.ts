import { expect, test } from 'vitest';
import { raiseToMinimum, wholeDollars } from './top-up-amount.ts';

test.each([
  [10.7, 10],
  ['', 0],
  ['-5', 0],
  ['abc', 0],
  ['12', 12],
])('%j is sent as %i dollars', (typed, whole) => {
  expect(wholeDollars(typed)).toBe(whole);
});

test.each([
  [0, 1, 1],
  [4, 5, 5],
  [10.7, 5, 10],
])('%j is raised to the minimum of %i on blur: %i', (typed, min, raised) => {
  expect(raiseToMinimum(typed, min)).toBe(raised);
});

test('an empty field stays empty, so that quick buttons start from 0', () => {
  expect(raiseToMinimum('', 5)).toBe('');
});
