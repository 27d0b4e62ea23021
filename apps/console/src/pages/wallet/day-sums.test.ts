import { expect, test } from 'vitest';
import { toDaySums } from './day-sums.ts';

const older = {
  start: 86_400,
  balance_after: 90,
  changes: [
    { kind: 'topup', amount: 100 },
    { kind: 'usage', amount: -10 },
  ] as const,
};
const newer = {
  start: 172_800,
  balance_after: 84,
  changes: [
    { kind: 'usage', amount: -7 },
    { kind: 'loss', amount: -1 },
    { kind: 'refund', amount: 4 },
    { kind: 'team', amount: -2 },
  ] as const,
};
const days = [newer, older].map((day) => ({ ...day, changes: [...day.changes] }));

test('every change of a day is in exactly one column, and the columns add up to its net change', () => {
  const [, row] = toDaySums(days);
  expect(row).toEqual({
    id: 172_800,
    usage: -8,
    refunds: 4,
    credits: 0,
    other: -2,
    net: -6,
    after: 84,
  });
});

test('the first row is the sum of all days with the balance of the newest', () => {
  expect(toDaySums(days)[0]).toEqual({
    id: 0,
    usage: -18,
    refunds: 4,
    credits: 100,
    other: -2,
    net: 84,
    after: 84,
  });
  expect(toDaySums([])).toEqual([]);
});
