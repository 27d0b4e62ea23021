import { beforeEach, expect, test, vi } from 'vitest';
import { CoarseTimers } from '../../platform/coarse-timers.ts';
import { ResponseDeadline } from './response-deadline.ts';

let nowMs = 0;
let due: (() => void) | undefined;
const timers = new CoarseTimers({
  elapsedMs: () => nowMs,
  after: (_, run) => {
    due = run;
    return () => {};
  },
});
beforeEach(() => {
  nowMs = 0;
});

/** Lets time pass before the process looks at its timers again. */
function pass(milliseconds: number): void {
  nowMs += milliseconds;
  const run = due;
  due = undefined;
  run?.();
}

function open() {
  const onLate = vi.fn<(fault: unknown) => void>();
  const deadline = new ResponseDeadline(timers, { firstTokenMs: 60_000, responseMs: 0 }, onLate);
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
  pass(120_000);
  expect(onLate).not.toHaveBeenCalled();
  deadline.stop();
  pass(60_000);
  expect(onLate).not.toHaveBeenCalled();
});

test('an upstream that said nothing while the process was stopped is late soon', () => {
  const { onLate } = open();
  pass(120_000);
  pass(2000);
  expect(onLate).toHaveBeenCalledOnce();
});
