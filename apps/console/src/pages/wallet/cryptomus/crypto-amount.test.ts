import { expect, test } from 'vitest';
import { estimateCoins, isTooLow } from './crypto-amount.ts';

const bitcoin = { currency: 'BTC', network: 'btc', min_amount: 0.0001, conversion_rate: 0.00001 };

test('an estimate is dollars times the rate, with 8 decimals', () => {
  expect(estimateCoins(12.34, bitcoin)).toBe('0.00012340');
  expect(estimateCoins(0, bitcoin)).toBe('0.00000000');
});

test('an amount below the minimum of the coin or of the site is too low; the minimum itself is enough', () => {
  expect(isTooLow(9.99, bitcoin, 1)).toBe(true);
  expect(isTooLow(10, bitcoin, 1)).toBe(false);
  expect(isTooLow(10, bitcoin, 11)).toBe(true);
  expect(isTooLow(11, bitcoin, 11)).toBe(false);
});
