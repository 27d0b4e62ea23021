import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseDeadline } from './response-deadline.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function pass(milliseconds: number, ofTimers = milliseconds): void {
  nowMs += milliseconds;
  vi.advanceTimersByTime(ofTimers);
}

function open() {
  const onLate = vi.fn<(fault: unknown) => void>();
  const deadline = new ResponseDeadline({ firstTokenMs: 60_000, responseMs: 0 }, onLate);
  deadline.waitForFirstToken();
  return { onLate, deadline };
}

test('an upstream that says nothing is late when its time is over', () => {
  const { onLate } = open();
  pass(59_999);
  expect(onLate).not.toHaveBeenCalled();
  pass(1);
  expect(onLate).toHaveBeenCalledOnce();
});

test('a response that arrived while the process was stopped is not late', () => {
  const { onLate, deadline } = open();
  pass(120_000, 60_000);
  expect(onLate).not.toHaveBeenCalled();
  deadline.stop();
  pass(60_000);
  expect(onLate).not.toHaveBeenCalled();
});

test('an upstream that said nothing while the process was stopped is late soon', () => {
  const { onLate } = open();
  pass(120_000, 60_000);
  pass(2000);
  expect(onLate).toHaveBeenCalledOnce();
});
