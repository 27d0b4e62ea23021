import { describe, expect, test } from 'vitest';
import { CircuitBreaker, type FaultRule } from './circuit-breaker.ts';

const rule: FaultRule = { threshold: 3, baseMs: 1000, maxMs: 8000 };
const at = (nowMs: number, random = 0.5) => ({ nowMs, random });

function cooled(times: number, random = 0.5): { breaker: CircuitBreaker; lengths: number[] } {
  const breaker = new CircuitBreaker();
  const lengths: number[] = [];
  let nowMs = 1;
  for (let round = 0; round < times; round += 1) {
    while (!breaker.fail(breaker.epoch, rule, at(nowMs, random)));
    lengths.push(breaker.untilMs - nowMs);
    nowMs = breaker.untilMs;
    breaker.begin(nowMs);
  }
  return { breaker, lengths };
}

describe('a breaker', () => {
  test('a breaker stays closed below the threshold and opens at it', () => {
    const breaker = new CircuitBreaker();
    expect([1, 2, 3].map(() => breaker.fail(0, rule, at(1)))).toEqual([false, false, true]);
    expect([breaker.state(1000), breaker.state(1001)]).toEqual(['cooling', 'half-open']);
  });

  test('a success in between restarts the count of faults', () => {
    const breaker = new CircuitBreaker();
    breaker.fail(0, rule, at(1));
    breaker.fail(0, rule, at(1));
    breaker.succeed(0);
    expect(breaker.fail(0, rule, at(1))).toBe(false);
  });

  test('each cooldown without a success lasts twice as long as the last, up to the maximum', () => {
    expect(cooled(6).lengths).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test('jitter shortens or lengthens a cooldown by up to a fifth', () => {
    expect([cooled(1, 0).lengths, cooled(1, 0.999999).lengths]).toEqual([[800], [1200]]);
  });

  test('a breaker lets one probe through at a time, and the next only after its outcome', () => {
    const { breaker } = cooled(1);
    const { untilMs } = breaker;
    expect(breaker.state(untilMs)).toBe('trial');
    breaker.release(breaker.epoch);
    expect(breaker.state(untilMs)).toBe('half-open');
    breaker.begin(untilMs);
    breaker.succeed(breaker.epoch);
    expect(breaker.state(untilMs)).toBe('closed');
  });

  test('a single failed probe opens the breaker again', () => {
    const { breaker } = cooled(1);
    expect(breaker.fail(breaker.epoch, rule, at(breaker.untilMs))).toBe(true);
  });

  test('a probe without an outcome is given up after a minute, so that the breaker cannot stay blocked forever', () => {
    const { breaker } = cooled(1);
    expect(breaker.state(breaker.untilMs + 60_000)).toBe('half-open');
  });

  test('outcomes of calls from before the cooldown change nothing', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 3; count += 1) breaker.fail(0, rule, at(1));
    const { untilMs } = breaker;
    breaker.succeed(0);
    expect(breaker.fail(0, rule, at(500))).toBe(false);
    expect([breaker.state(500), breaker.untilMs]).toEqual(['cooling', untilMs]);
  });

  test('a cooldown and a probe end when the clock is set back by a day, and the next fault starts a cooldown again', () => {
    const day = 86_400_000;
    const breaker = new CircuitBreaker();
    const fail = (nowMs: number) =>
      breaker.fail(breaker.epoch, { ...rule, threshold: 1 }, at(nowMs));
    fail(2 * day);
    expect(breaker.state(2 * day)).toBe('cooling');
    expect(breaker.state(day)).toBe('half-open');
    breaker.begin(day);
    expect(breaker.state(1)).toBe('half-open');
    fail(1);
    expect([breaker.state(1), breaker.state(2001)]).toEqual(['cooling', 'half-open']);
  });

  test('a retry time requested by the upstream is never shortened', () => {
    const breaker = new CircuitBreaker();
    breaker.openUntil(90_000);
    breaker.openUntil(10_000);
    expect(breaker.untilMs).toBe(90_000);
  });
});
