import { expect, test } from 'vitest';
import { formatChange, signed } from './format-change.ts';

test.each([
  [112.4, 100, '+12.4%'],
  [94, 100, '−6.0%'],
  [100, 100, '0.0%'],
  [5000, 100, '+4900%'],
])('%d after %d is a change of %s', (now, before, change) => {
  expect(formatChange(now, before)).toEqual([change]);
});

test('a previous value of 0 has no percentage', () => {
  expect(formatChange(5, 0)).toBeUndefined();
  expect(signed('-0.0')).toBe('0.0');
});
