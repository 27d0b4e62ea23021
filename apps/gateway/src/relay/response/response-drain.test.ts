import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseDrain } from './response-drain.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const cut = vi.fn<() => void>();
  return { cut, drain: new ResponseDrain({ ms: 1000, bytes: 100 }, cut) };
}

test('a response is drained until its time limit, and aborted once', () => {
  const { cut, drain } = start();
  vi.advanceTimersByTime(999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  drain.count(1000);
  expect(cut).toHaveBeenCalledTimes(1);
  expect(drain.isCut).toBe(true);
});

test('a response is drained until its byte limit, and aborted once', () => {
  const { cut, drain } = start();
  drain.count(100);
  expect(cut).not.toHaveBeenCalled();
  drain.count(1);
  vi.advanceTimersByTime(5000);
  expect(cut).toHaveBeenCalledTimes(1);
});

test('a response that has ended is not aborted', () => {
  const { cut, drain } = start();
  drain.stop();
  drain.count(1000);
  vi.advanceTimersByTime(5000);
  expect(cut).not.toHaveBeenCalled();
  expect(drain.isCut).toBe(false);
});
