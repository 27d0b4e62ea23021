import { expect, test } from 'vitest';
import { refuseNoSooner } from './refuse-no-sooner.ts';

/** How long something takes to be told that takes so long in itself. */
async function tell(took: number, isRefused: boolean): Promise<number> {
  let now = 0;
  const time = {
    now: () => now,
    wait: (milliseconds: number) => Promise.resolve((now += milliseconds)),
  };
  const work = () => {
    now += took;
    return isRefused ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const told = refuseNoSooner(200, work, time).then(
    () => 'right',
    () => 'refused',
  );
  expect(await told).toBe(isRefused ? 'refused' : 'right');
  return now;
}

test('refusals that take 1, 30 or 60 ms are told at the same time, what is right at once', async () => {
  expect(await Promise.all([1, 30, 60].map((took) => tell(took, true)))).toEqual([200, 200, 200]);
  expect(await tell(300, true)).toBe(300);
  expect(await tell(30, false)).toBe(30);
});
