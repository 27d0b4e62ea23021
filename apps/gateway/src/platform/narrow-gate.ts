import { AppError } from './app-error.ts';

/** Lets a few pieces of work run at once and others wait for their turn, in order. */
export type NarrowGate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that takes memory or a thread. Who comes when too many wait already is sent away: throws
 * AppError too_many_requests with `retryAfterSeconds`.
 */
export function createNarrowGate(limits: {
  atOnce: number;
  waiting: number;
  retryAfterSeconds: number;
}): NarrowGate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= limits.waiting)
      throw new AppError('too_many_requests', {}, { retryAfterSeconds: limits.retryAfterSeconds });
    if (running >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
