import type { LogStat } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { isBlank } from './is-blank.ts';

const NOTHING: LogStat = { quota: 0, calls: 0, failed: 0, refunded: 0, rpm: 0, tpm: 0 };

test('totals are shown above the log if any is not 0, and while they load', () => {
  expect(isBlank(NOTHING)).toBe(true);
  expect(isBlank(undefined)).toBe(false);
  for (const sum of ['calls', 'failed', 'quota', 'refunded'])
    expect([sum, isBlank({ ...NOTHING, [sum]: 1 })]).toEqual([sum, false]);
});
