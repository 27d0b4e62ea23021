import { expect, test } from 'vitest';
import { formatQuota, formatQuotaExactly } from './display.ts';

const money = { displayInCurrency: true, quotaPerUnit: 500_000 };
const units = { displayInCurrency: false, quotaPerUnit: 500_000 };

test.each([
  [500_000, '$1.00'],
  [0, '$0.00'],
  [-250_000, '-$0.50'],
  [7, '$0.00'],
])('%i as money is %s', (quota, text) => {
  expect(formatQuota(quota, money)).toBe(text);
});

test.each([
  [9999, '9999'],
  [10_000, '10k'],
  [12_345, '12.34k'],
  [999_999, '999.99k'],
  [1_000_000, '1M'],
  [1_000_000_000, '1B'],
])('%i as a number is %s', (quota, text) => {
  expect(formatQuota(quota, units)).toBe(text);
});

test('small amounts are not rounded away in the exact form', () => {
  expect(formatQuotaExactly(7, money)).toBe('$0.000014');
  expect(formatQuotaExactly(500_000, money)).toBe('$1.00');
  expect(formatQuotaExactly(1_234_567, units)).toBe('1,234,567');
});
