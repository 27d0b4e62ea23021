import { expect, test } from 'vitest';
import { delayRejection } from './delay-rejection.ts';

/** How long work of a given duration takes to be reported. */
async function reportedAfter(took: number, isRefused: boolean): Promise<number> {
  let now = 0;
  const time = {
    now: () => now,
    wait: (milliseconds: number) => Promise.resolve((now += milliseconds)),
  };
  const work = () => {
    now += took;
    return isRefused ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const outcome = delayRejection(200, work, time).then(
    () => 'right',
    () => 'refused',
  );
  expect(await outcome).toBe(isRefused ? 'refused' : 'right');
  return now;
}

test('refusals after 1, 30 or 60 ms are reported after the same time, successes immediately', async () => {
  expect(await Promise.all([1, 30, 60].map((took) => reportedAfter(took, true)))).toEqual([
    200, 200, 200,
  ]);
  expect(await reportedAfter(300, true)).toBe(300);
  expect(await reportedAfter(30, false)).toBe(30);
});
