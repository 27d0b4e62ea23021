import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wait } from './wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a wait ends after its time, or at once if there is none', async () => {
  await wait(0);
  await wait(-5);
  const ended = vi.fn<() => void>();
  const waited = wait(1000).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
  await waited;
});

test('an abort ends a wait at once and leaves no timer behind', async () => {
  const stop = new AbortController();
  const waited = wait(60_000, stop.signal);
  stop.abort();
  await waited;
  await wait(60_000, stop.signal);
  expect(vi.getTimerCount()).toBe(0);
});
