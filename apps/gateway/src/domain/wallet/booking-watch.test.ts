import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { BookingWatch } from './booking-watch.ts';

test('a full disk refuses calls, a charge that can’t be stored for its own fault stops no other', async () => {
  const watch = new BookingWatch(manualClock(1_790_000_000_000));
  const failWith = (code: string) =>
    watch.watch(Promise.reject(new SqliteDatabase.SqliteError('no', code))).catch(() => {});
  await failWith('SQLITE_CONSTRAINT_NOTNULL');
  expect(watch.refuses()).toBe(false);
  await failWith('SQLITE_FULL');
  expect(watch.refuses()).toBe(true);
  await watch.watch(Promise.resolve());
  expect(watch.refuses()).toBe(false);
});
