import { describe, expect, it } from 'vitest';
import { manualClock } from './clock.ts';
import { ClockJumpTracker } from './clock-jumps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('an age', () => {
  const start = () => {
    const clock = manualClock(1_000 * DAY);
    return { clock, jumps: new ClockJumpTracker(clock) };
  };

  it('equals the clock difference while the clock does not jump', () => {
    const { clock, jumps } = start();
    const before = clock.nowMs() - DAY;
    const since = clock.nowMs();
    clock.advance(HOUR);
    expect([jumps.ageOf(since), jumps.ageOf(before)]).toEqual([HOUR, DAY + HOUR]);
    expect(jumps.sinceJumpMs).toBe(Infinity);
  });

  it.each([DAY, 400 * DAY, -DAY])('excludes the time that the clock jumped over: %d', (by) => {
    const { clock, jumps } = start();
    const since = clock.nowMs();
    clock.advance(HOUR);
    clock.set(by);
    expect(jumps.ageOf(since)).toBe(HOUR);
    const after = clock.nowMs();
    clock.advance(HOUR);
    expect(jumps.ageOf(after)).toBe(HOUR);
    if (by > 0) expect(jumps.ageOf(since)).toBe(2 * HOUR);
    expect(jumps.sinceJumpMs).toBe(HOUR);
  });

  it('is correct again after the clock was set back', () => {
    const { clock, jumps } = start();
    const since = clock.nowMs();
    clock.set(DAY);
    jumps.detectJump();
    clock.advance(HOUR);
    clock.set(-DAY);
    clock.advance(HOUR);
    expect(jumps.ageOf(since)).toBe(2 * HOUR);
  });

  it('treats small corrections as no jump, however many there are', () => {
    const { clock, jumps } = start();
    for (let step = 0; step < 100; step += 1) {
      clock.set(30_000);
      jumps.detectJump();
    }
    expect(jumps.sinceJumpMs).toBe(Infinity);
  });
});
