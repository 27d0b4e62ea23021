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
  test('stays closed below the threshold and cools at it', () => {
    const breaker = new CircuitBreaker();
    expect([1, 2, 3].map(() => breaker.fail(0, rule, at(1)))).toEqual([false, false, true]);
    expect([breaker.state(1000), breaker.state(1001)]).toEqual(['cooling', 'half-open']);
  });

  test('a success in between starts the count anew', () => {
    const breaker = new CircuitBreaker();
    breaker.fail(0, rule, at(1));
    breaker.fail(0, rule, at(1));
    breaker.succeed(0);
    expect(breaker.fail(0, rule, at(1))).toBe(false);
  });

  test('each cooldown without a success is twice the last, up to the longest', () => {
    expect(cooled(6).lengths).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test('chance spreads a cooldown by a fifth to both sides', () => {
    expect([cooled(1, 0).lengths, cooled(1, 0.999999).lengths]).toEqual([[800], [1200]]);
  });

  test('lets one trial through at a time, and the next only after its verdict', () => {
    const { breaker } = cooled(1);
    const { untilMs } = breaker;
    expect(breaker.state(untilMs)).toBe('trial');
    breaker.release(breaker.epoch);
    expect(breaker.state(untilMs)).toBe('half-open');
    breaker.begin(untilMs);
    breaker.succeed(breaker.epoch);
    expect(breaker.state(untilMs)).toBe('closed');
  });

  test('one fault of a trial cools again', () => {
    const { breaker } = cooled(1);
    expect(breaker.fail(breaker.epoch, rule, at(breaker.untilMs))).toBe(true);
  });

  test('a trial without a verdict for a minute is given up, so that nothing stays shut for ever', () => {
    const { breaker } = cooled(1);
    expect(breaker.state(breaker.untilMs + 60_000)).toBe('half-open');
  });

  test('verdicts of calls from before the cooldown change nothing', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 3; count += 1) breaker.fail(0, rule, at(1));
    const { untilMs } = breaker;
    breaker.succeed(0);
    expect(breaker.fail(0, rule, at(500))).toBe(false);
    expect([breaker.state(500), breaker.untilMs]).toEqual(['cooling', untilMs]);
  });

  test('what the upstream asks for is never shortened', () => {
    const breaker = new CircuitBreaker();
    breaker.openUntil(90_000);
    breaker.openUntil(10_000);
    expect(breaker.untilMs).toBe(90_000);
  });
});
