import { expect, test } from 'vitest';
import { keyLimits, limitTone } from './key-limits.ts';

const key = { unlimited_quota: true, used_quota: 500, remain_quota: 0 };
const month = { period: 'month', limit: 100, spent: 92, ends_at: 9 } as const;
const day = { period: 'day', limit: 50, spent: 10, ends_at: 5 } as const;

test('a key without a total limit is bounded by its periodic limits', () => {
  expect(keyLimits(key)).toEqual([]);
  expect(keyLimits({ ...key, periods: [day, month] })).toEqual([
    { kind: 'month', limit: 100, used: 92, endsAt: 9 },
    { kind: 'day', limit: 50, used: 10, endsAt: 5 },
  ]);
});

test('the limit nearest to its end comes first, colored by how near it is', () => {
  const spent = { ...key, unlimited_quota: false, remain_quota: 0, periods: [month, day] };
  expect(keyLimits(spent).map((limit) => [limit.kind, limitTone(limit)])).toEqual([
    ['total', 'bad'],
    ['month', 'warn'],
    ['day', 'good'],
  ]);
});
