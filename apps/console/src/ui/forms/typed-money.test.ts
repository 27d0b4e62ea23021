import { describe, expect, it } from 'vitest';
import { parseQuotaInput, formatQuotaInput } from './typed-money.ts';

const dollars = { displayInCurrency: true, quotaPerUnit: 500_000 };
const units = { displayInCurrency: false, quotaPerUnit: 500_000 };

describe('an amount that is entered', () => {
  it('is money if the site displays money, exact to the unit of quota', () => {
    expect(parseQuotaInput('7.5', dollars)).toBe(3_750_000);
    expect(parseQuotaInput('-0.1', dollars)).toBe(-50_000);
    expect(parseQuotaInput('0.000002', dollars)).toBe(1);
    expect(formatQuotaInput(1, dollars)).toBe('0.000002');
    expect(formatQuotaInput(-3_750_000, dollars)).toBe('-7.50');
  });

  it('is units of quota if the site displays those', () => {
    expect(parseQuotaInput('500000', units)).toBe(500_000);
    expect(formatQuotaInput(500_000, units)).toBe('500000');
  });

  it('converts back to the same quota, whatever the value of a unit of money', () => {
    for (const quotaPerUnit of [1, 3, 7, 500_000, 333_333, 1_000_000, 9_999_999]) {
      const display = { displayInCurrency: true, quotaPerUnit };
      for (const quota of [0, 1, 2, 499_999, 123_456_789, 9_000_000_000_000])
        expect(parseQuotaInput(formatQuotaInput(quota, display), display)).toBe(quota);
    }
  });

  it('stays unchanged while it is not a number yet', () => {
    for (const typed of ['', '-', '.']) {
      expect(parseQuotaInput(typed, dollars)).toBe(typed);
      expect(formatQuotaInput(typed, dollars)).toBe(typed);
    }
  });
});
