import { expect, test } from 'vitest';
import { createLeaseAccount, isIdle, leaseSize, recordSpending } from './lease-account.ts';

const NOW_MS = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
const PLENTY = 1_000_000_000;

test('the spending rate of an owner still falls after the clock was set back', () => {
  const account = createLeaseAccount('user', 1, NOW_MS);
  recordSpending(account, 10_000, NOW_MS);
  const setBack = NOW_MS - HOUR_MS;
  recordSpending(account, 0, setBack);
  expect(leaseSize(account, 1, PLENTY, setBack + 10_000)).toBe(8 + 30_000);
  recordSpending(account, 0, setBack + 10_001);
  expect(leaseSize(account, 1, PLENTY, setBack + 15_001)).toBe(8 + 15_000);
});

test('after the clock was set back, an owner counts as idle only after the full wait', () => {
  const account = createLeaseAccount('user', 1, NOW_MS);
  const setBack = NOW_MS - HOUR_MS;
  expect(isIdle(account, setBack, 60_000)).toBe(false);
  expect(isIdle(account, setBack + 59_999, 60_000)).toBe(false);
  expect(isIdle(account, setBack + 60_000, 60_000)).toBe(true);
});
