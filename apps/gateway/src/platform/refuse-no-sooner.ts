import { setTimeout as pause } from 'node:timers/promises';

interface Time {
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

const realTime: Time = {
  now: () => performance.now(),
  wait: (milliseconds) => pause(milliseconds),
};

/**
 * Tells that something was refused no sooner than so many milliseconds after it began, so that the time
 * does not tell which work it took. Waiting costs no work; what is not refused is not held up.
 */
export async function refuseNoSooner<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  { now, wait }: Time = realTime,
): Promise<Result> {
  const begun = now();
  try {
    return await work();
  } catch (error) {
    const left = milliseconds - (now() - begun);
    if (left > 0) await wait(left);
    throw error;
  }
}
