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
 * Runs work; a rejection is passed on only after the given time has elapsed since the start, so that its
 * timing does not reveal which work was done. Waiting costs no CPU; successes are not delayed.
 */
export async function delayRejection<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  { now, wait }: Time = realTime,
): Promise<Result> {
  const begun = now();
  try {
    return await work();
  } catch (error) {
    const remaining = milliseconds - (now() - begun);
    if (remaining > 0) await wait(remaining);
    throw error;
  }
}
