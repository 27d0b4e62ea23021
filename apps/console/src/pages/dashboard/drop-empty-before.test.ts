import type { UsageReport } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { dropEmptyBefore } from './drop-empty-before.ts';

const report = (before: { calls: number; spend: number } | null) =>
  ({ before, before_pieces: [before, before], before_values: [0, 0] }) as unknown as UsageReport;

test('a report is not compared with a period without calls and spend', () => {
  const { before, before_pieces, before_values } = dropEmptyBefore(report({ calls: 0, spend: 0 }));
  expect([before, before_pieces, before_values]).toEqual([null, [], []]);
});

test.each([{ calls: 1, spend: 0 }, { calls: 0, spend: -5 }, null])(
  'a report keeps what it is compared with: %o',
  (before) => {
    const original = report(before);
    expect(dropEmptyBefore(original)).toBe(original);
  },
);
