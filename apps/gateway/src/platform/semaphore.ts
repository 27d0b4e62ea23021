import { AppError } from './app-error.ts';

/** Runs a limited number of operations at once and queues others, in order. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a semaphore for work that takes memory or a thread. When the queue is full it throws AppError
 * too_many_requests with `retryAfterSeconds`.
 */
export function createSemaphore(limits: {
  maxConcurrent: number;
  maxQueued: number;
  retryAfterSeconds: number;
}): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= limits.maxQueued)
      throw new AppError('too_many_requests', {}, { retryAfterSeconds: limits.retryAfterSeconds });
    if (running >= limits.maxConcurrent)
      await new Promise<void>((resolve) => waiting.push(resolve));
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
