import { describe, expect, test } from 'vitest';
import { CircuitBreaker, type FaultRule } from './circuit-breaker.ts';

const rule: FaultRule = { threshold: 3, baseMs: 1000, maxMs: 8000 };
const at = (nowMs: number, random = 0.5) => ({ nowMs, random });

function cooled(times: number, random = 0.5): { circuit: CircuitBreaker; lengths: number[] } {
  const circuit = new CircuitBreaker();
  const lengths: number[] = [];
  let nowMs = 1;
  for (let round = 0; round < times; round += 1) {
    while (!circuit.fail(circuit.epoch, rule, at(nowMs, random)));
    lengths.push(circuit.untilMs - nowMs);
    nowMs = circuit.untilMs;
    circuit.begin(nowMs);
  }
  return { circuit, lengths };
}

describe('a circuit', () => {
  test('stays closed below the threshold and cools at it', () => {
    const circuit = new CircuitBreaker();
    expect([1, 2, 3].map(() => circuit.fail(0, rule, at(1)))).toEqual([false, false, true]);
    expect([circuit.state(1000), circuit.state(1001)]).toEqual(['cooling', 'half-open']);
  });

  test('a success in between starts the count anew', () => {
    const circuit = new CircuitBreaker();
    circuit.fail(0, rule, at(1));
    circuit.fail(0, rule, at(1));
    circuit.succeed(0);
    expect(circuit.fail(0, rule, at(1))).toBe(false);
  });

  test('each cooldown without a success is twice the last, up to the longest', () => {
    expect(cooled(6).lengths).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test('chance spreads a cooldown by a fifth to both sides', () => {
    expect([cooled(1, 0).lengths, cooled(1, 0.999999).lengths]).toEqual([[800], [1200]]);
  });

  test('lets one trial through at a time, and the next only after its verdict', () => {
    const { circuit } = cooled(1);
    const { untilMs } = circuit;
    expect(circuit.state(untilMs)).toBe('trial');
    circuit.release(circuit.epoch);
    expect(circuit.state(untilMs)).toBe('half-open');
    circuit.begin(untilMs);
    circuit.succeed(circuit.epoch);
    expect(circuit.state(untilMs)).toBe('closed');
  });

  test('one fault of a trial cools again', () => {
    const { circuit } = cooled(1);
    expect(circuit.fail(circuit.epoch, rule, at(circuit.untilMs))).toBe(true);
  });

  test('a trial without a verdict for a minute is given up, so that nothing stays shut for ever', () => {
    const { circuit } = cooled(1);
    expect(circuit.state(circuit.untilMs + 60_000)).toBe('half-open');
  });

  test('verdicts of calls from before the cooldown change nothing', () => {
    const circuit = new CircuitBreaker();
    for (let count = 0; count < 3; count += 1) circuit.fail(0, rule, at(1));
    const { untilMs } = circuit;
    circuit.succeed(0);
    expect(circuit.fail(0, rule, at(500))).toBe(false);
    expect([circuit.state(500), circuit.untilMs]).toEqual(['cooling', untilMs]);
  });

  test('what the upstream asks for is never shortened', () => {
    const circuit = new CircuitBreaker();
    circuit.coolUntil(90_000);
    circuit.coolUntil(10_000);
    expect(circuit.untilMs).toBe(90_000);
  });
});
