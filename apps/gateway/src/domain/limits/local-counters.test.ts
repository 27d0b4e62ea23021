import { expect, test } from 'vitest';
import { MINUTE_MS } from './limit-counters.ts';
import { LocalCounters } from './local-counters.ts';

/** The first millisecond of a clock minute. */
const START_MS = 30_000_000 * MINUTE_MS;

test('when the clock is set back, the window of a rate limit restarts at its full limit and no more', () => {
  const counters = new LocalCounters();
  const limit = { counter: 'user:1:quota', limit: 10 };
  expect(counters.spend(limit.counter, 10, START_MS)).toBe(10);
  expect(counters.grant(limit, 1, START_MS)).toBe(0);
  const setBack = START_MS - 5 * MINUTE_MS;
  expect(counters.spend(limit.counter, 0, setBack)).toBe(0);
  expect(counters.grant(limit, 10, setBack)).toBe(10);
  expect(counters.grant(limit, 1, setBack)).toBe(0);
  expect(counters.spend(limit.counter, 0, setBack + 1.5 * MINUTE_MS)).toBe(5);
});
