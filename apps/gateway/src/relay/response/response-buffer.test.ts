import { describe, expect, test } from 'vitest';
import { ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';
import { ResponseBuffer } from './response-buffer.ts';

const LARGE = 2 * SMALL_BYTES;

describe('memory for buffered responses', () => {
  /** Opens a response that records the calls it receives. */
  function open(buffer: ResponseBuffer, owner: number) {
    const events: string[] = [];
    const record = (what: string) => () => void events.push(what);
    const source = {
      owner,
      pause: record('pause'),
      resume: record('resume'),
      onTimeout: record('give up'),
    };
    return { told: events, held: buffer.open(source) };
  }

  test('beyond the budget one response continues, and the others wait in order', () => {
    const buffer = new ResponseBuffer(new ByteBudget(2 * LARGE));
    const responses = [1, 2, 3, 4, 5].map((owner) => open(buffer, owner));
    for (const { held } of responses) held.grow(LARGE);
    expect(responses.map(({ told: events }) => events)).toEqual([
      [],
      [],
      ['pause'],
      ['pause'],
      ['pause'],
    ]);
    for (const { held } of responses.slice(1)) held.grow(LARGE + 1);
    expect(buffer.waiting).toBe(3);
    responses[1]?.held.release();
    expect(responses.map(({ told: events }) => events.length)).toEqual([0, 0, 2, 1, 1]);
    for (const { held } of responses) held.release();
    const ends = responses.map(({ told: events }) => events.at(-1));
    expect(ends).toEqual([undefined, undefined, 'resume', 'resume', 'resume']);
    expect(buffer.budget.reserved).toBe(0);
    expect(buffer.waiting).toBe(0);
  });

  test('an owner over their share waits, without delaying others', () => {
    const buffer = new ResponseBuffer(new ByteBudget(10 * LARGE));
    const own = Array.from({ length: 8 }, () => open(buffer, 1));
    for (const { held } of own) held.grow(LARGE);
    const other = open(buffer, 2);
    other.held.grow(LARGE);
    expect(own.filter(({ told: events }) => events.length > 0).length).toBeGreaterThan(0);
    expect(other.told).toEqual([]);
  });

  test('a response that waits too long is given up and releases its memory', async () => {
    const buffer = new ResponseBuffer(new ByteBudget(LARGE), 1);
    const [first, second] = [open(buffer, 1), open(buffer, 2)];
    first.held.grow(LARGE);
    second.held.grow(LARGE);
    await expect.poll(() => second.told).toEqual(['pause', 'give up']);
    second.held.release();
    second.held.release();
    expect(buffer.budget.reserved).toBe(LARGE);
  });
});
