import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatQuota, formatQuotaExactly, groupThousands } from './display.ts';

const money = { displayInCurrency: true, quotaPerUnit: 500_000 };
const units = { displayInCurrency: false, quotaPerUnit: 500_000 };

test.each([
  [500_000, '$1.00'],
  [0, '$0.00'],
  [-250_000, '-$0.50'],
  [1, '$0.000002'],
  [7, '$0.000014'],
  [617, '$0.0012'],
  [-2499, '-$0.005'],
  [4992, '$0.01'],
  [5000, '$0.01'],
  [7500, '$0.02'],
  [617_283_500, '$1,234.57'],
  [Number.MAX_SAFE_INTEGER, '$18,014,398,509.48'],
])('%i as money is %s', (quota, text) => {
  expect(formatQuota(quota, money)).toBe(text);
});

test.each([
  [9999, '9999'],
  [10_000, '10k'],
  [12_345, '12.34k'],
  [16_310, '16.31k'],
  [-16_310, '-16.31k'],
  [999_999, '999.99k'],
  [1_000_000, '1M'],
  [999_999_999, '999.99M'],
  [1_000_000_000, '1B'],
])('%i as a number is %s', (quota, text) => {
  expect(formatQuota(quota, units)).toBe(text);
});

test('the amount of money depends on the quota per unit', () => {
  expect(formatQuota(1000, { displayInCurrency: true, quotaPerUnit: 1000 })).toBe('$1.00');
  expect(formatQuota(5, { displayInCurrency: true, quotaPerUnit: 2.5 })).toBe('$2.00');
});

test('the exact form does not round away small amounts', () => {
  expect(formatQuotaExactly(7, money)).toBe('$0.000014');
  expect(formatQuotaExactly(500_000, money)).toBe('$1.00');
  expect(formatQuotaExactly(550_000, money)).toBe('$1.10');
  expect(formatQuotaExactly(-1, money)).toBe('-$0.000002');
  expect(formatQuotaExactly(1_234_567, units)).toBe('1,234,567');
  expect(formatQuotaExactly(1, { displayInCurrency: true, quotaPerUnit: 3 })).toBe('$0.333333333');
});

test('without a valid quota per unit, amounts are shown as numbers', () => {
  for (const quotaPerUnit of [0, -1, Number.NaN])
    expect(formatQuota(12, { displayInCurrency: true, quotaPerUnit })).toBe('12');
});

test('the exact form reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (quota) => {
      const text = formatQuotaExactly(quota, money).replace('$', '');
      const [integer = '', fraction = ''] = text.replace('-', '').split('.');
      const amount = (BigInt(integer + fraction.padEnd(9, '0')) * 500_000n) / 1_000_000_000n;
      expect(Number(text.startsWith('-') ? -amount : amount)).toBe(quota);
    }),
  );
});

test.each([
  ['$999.5', '$999.5'],
  ['-$1234567.0001234', '-$1,234,567.0001234'],
  ['1000', '1,000'],
])('%s with thousands separators is %s', (amount, text) => {
  expect(groupThousands(amount)).toBe(text);
});
