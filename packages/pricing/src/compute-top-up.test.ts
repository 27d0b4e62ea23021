import { expect, test } from 'vitest';
import { computeTopUp } from './compute-top-up.ts';

test.each([
  [
    '10 units at 7.3 with a group factor of 0.9',
    { amount: 10, price: 7.3, topUpGroupRatio: 0.9 },
    { payCents: 6570, quota: 5_000_000 },
  ],
  [
    'half a cent rounds up',
    { amount: 1, price: 0.005, topUpGroupRatio: 1 },
    { payCents: 1, quota: 500_000 },
  ],
  [
    '1.005 is not cut to 1.00',
    { amount: 1, price: 1.005, topUpGroupRatio: 1 },
    { payCents: 101, quota: 500_000 },
  ],
  [
    'a part of a unit',
    { amount: 0.5, price: 7.3, topUpGroupRatio: 1 },
    { payCents: 365, quota: 250_000 },
  ],
  [
    'whole yen',
    { amount: 1, price: 155.5, topUpGroupRatio: 0.9, payStep: 100 },
    { payCents: 14_000, quota: 500_000 },
  ],
])('%s', (_name, input, expected) => {
  expect(computeTopUp({ ...input, quotaPerUnit: 500_000 })).toEqual(expected);
});

test.each([[-1], [Number.NaN], [Infinity]])('an amount of %d is refused', (amount) => {
  expect(() =>
    computeTopUp({ amount, price: 1, topUpGroupRatio: 1, quotaPerUnit: 500_000 }),
  ).toThrow(RangeError);
});

test('an amount beyond all integers is refused', () => {
  expect(() =>
    computeTopUp({ amount: 1e9, price: 1, topUpGroupRatio: 1, quotaPerUnit: 1e9 }),
  ).toThrow(RangeError);
});
