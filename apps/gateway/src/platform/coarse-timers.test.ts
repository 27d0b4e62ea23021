import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { type CoarseTimer, CoarseTimers } from './coarse-timers.ts';

const TICK_MS = 100;

function open() {
  const clock = manualClock(0);
  let armed = 0;
  const timers = new CoarseTimers({
    elapsedMs: () => clock.elapsedMs(),
    after: (milliseconds, run) => {
      armed += 1;
      return clock.after(milliseconds, run);
    },
  });
  const expired: string[] = [];
  const make = (name: string, then = () => {}): CoarseTimer => ({
    dueAt: 0,
    timerSlot: -1,
    expire() {
      expired.push(name);
      then();
    },
  });
  const pass = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += TICK_MS) clock.advance(TICK_MS);
  };
  return { timers, make, expired, pass, armed: () => armed };
}

test('a timer expires once, when it is due', () => {
  const { timers, make, expired, pass } = open();
  timers.set(make('one'), 2000);
  pass(1900);
  expect(expired).toEqual([]);
  pass(100);
  expect(expired).toEqual(['one']);
  pass(5000);
  expect(expired).toEqual(['one']);
});

test('a cancelled timer does not expire, and its slot is free for another', () => {
  const { timers, make, expired, pass } = open();
  const [first, second] = [make('first'), make('second')];
  timers.set(first, 200);
  timers.cancel(first);
  timers.set(second, 400);
  expect(second.timerSlot).toBe(0);
  timers.cancel(first);
  pass(1000);
  expect(expired).toEqual(['second']);
});

test('a timer that is set again is moved', () => {
  const { timers, make, expired, pass } = open();
  const timer = make('moved');
  timers.set(timer, 500);
  pass(400);
  timers.set(timer, 500);
  pass(400);
  expect(expired).toEqual([]);
  pass(100);
  expect(expired).toEqual(['moved']);
});

test('a timer may set itself and cancel others while it expires', () => {
  const { timers, make, expired, pass } = open();
  const other = make('other');
  const again: CoarseTimer = make('again', () => {
    timers.cancel(other);
    if (expired.length < 3) timers.set(again, 300);
  });
  timers.set(again, 300);
  timers.set(other, 300);
  pass(3000);
  expect(expired).toEqual(['again', 'again', 'again']);
});

test('nothing runs while no timer is set', () => {
  const { timers, make, pass, armed } = open();
  const timer = make('one');
  timers.set(timer, 10_000);
  timers.cancel(timer);
  pass(1000);
  const before = armed();
  pass(10_000);
  expect(armed()).toBe(before);
});
