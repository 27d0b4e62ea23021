import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { BookingWatch } from './booking-watch.ts';

const fault = (code: string) => new SqliteDatabase.SqliteError('no', code);

test('a full disk refuses calls, a charge that can’t be stored for its own fault stops no other', () => {
  const watch = new BookingWatch(manualClock(1_790_000_000_000));
  watch.failed(fault('SQLITE_CONSTRAINT_NOTNULL'));
  expect(watch.refuses()).toBe(false);
  watch.failed(fault('SQLITE_FULL'));
  expect(watch.refuses()).toBe(true);
  watch.stored();
  expect(watch.refuses()).toBe(false);
});

test('a clock that is set back lets the next try wait no longer', () => {
  const clock = manualClock(1_790_000_000_000);
  const watch = new BookingWatch(clock);
  watch.failed(fault('SQLITE_FULL'));
  clock.advance(-3_600_000);
  expect(watch.refuses()).toBe(true);
  clock.advance(5000);
  expect([watch.isFailing, watch.refuses(), watch.refuses()]).toEqual([false, false, true]);
});
