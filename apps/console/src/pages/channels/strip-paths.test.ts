import { expect, test } from 'vitest';
import { stripPaths } from './strip-paths.ts';

test('the interval with the most calls fills the strip, and failed calls are stacked on answered ones', () => {
  const { good, bad, width, height } = stripPaths({ answered: [0, 50, 50], failed: [0, 0, 50] });
  expect([width, height]).toEqual([11, 20]);
  expect(good).toBe('M4 20V10h3V20zM8 20V10h3V20z');
  expect(bad).toBe('M8 10V0h3V10z');
});

test('one failed call among thousands is visible and stays within the strip', () => {
  const { good, bad } = stripPaths({ answered: [9999], failed: [1] });
  expect(bad).toBe('M0 2V0h3V2z');
  expect(good).toBe('M0 20V2h3V20z');
});

test('without calls no bar is drawn', () => {
  expect(stripPaths({ answered: [0, 0], failed: [0, 0] })).toMatchObject({ good: '', bad: '' });
});
