import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { CommitCircuitBreaker } from './commit-circuit-breaker.ts';

const fault = (code: string) => new SqliteDatabase.SqliteError('no', code);

test('a full disk refuses new calls, while a charge that can’t be stored because of its own data does not affect others', () => {
  const watch = new CommitCircuitBreaker(manualClock(1_790_000_000_000));
  watch.recordFailure(fault('SQLITE_CONSTRAINT_NOTNULL'));
  expect(watch.isOpen()).toBe(false);
  watch.recordFailure(fault('SQLITE_FULL'));
  expect(watch.isOpen()).toBe(true);
  watch.recordSuccess();
  expect(watch.isOpen()).toBe(false);
});

test('setting the clock back does not delay the next attempt', () => {
  const clock = manualClock(1_790_000_000_000);
  const watch = new CommitCircuitBreaker(clock);
  watch.recordFailure(fault('SQLITE_FULL'));
  clock.advance(-3_600_000);
  expect(watch.isOpen()).toBe(true);
  clock.advance(5000);
  expect([watch.isFailing, watch.isOpen(), watch.isOpen()]).toEqual([false, false, true]);
});
