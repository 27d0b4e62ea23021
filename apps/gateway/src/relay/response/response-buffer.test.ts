import { describe, expect, test } from 'vitest';
import { ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';
import { ResponseBuffer } from './response-buffer.ts';

const LARGE = 2 * SMALL_BYTES;

describe('memory for buffered responses', () => {
  /** Opens a response that records the calls it receives. */
  function open(room: ResponseBuffer, owner: number) {
    const told: string[] = [];
    const tell = (what: string) => () => void told.push(what);
    const source = {
      owner,
      pause: tell('pause'),
      resume: tell('resume'),
      onTimeout: tell('give up'),
    };
    return { told, held: room.open(source) };
  }

  test('beyond the budget one response continues, and the others wait in order', () => {
    const room = new ResponseBuffer(new ByteBudget(2 * LARGE));
    const answers = [1, 2, 3, 4, 5].map((owner) => open(room, owner));
    for (const { held } of answers) held.grow(LARGE);
    expect(answers.map(({ told }) => told)).toEqual([[], [], ['pause'], ['pause'], ['pause']]);
    for (const { held } of answers.slice(1)) held.grow(LARGE + 1);
    expect(room.waiting).toBe(3);
    answers[1]?.held.release();
    expect(answers.map(({ told }) => told.length)).toEqual([0, 0, 2, 1, 1]);
    for (const { held } of answers) held.release();
    const ends = answers.map(({ told }) => told.at(-1));
    expect(ends).toEqual([undefined, undefined, 'resume', 'resume', 'resume']);
    expect(room.budget.reserved).toBe(0);
    expect(room.waiting).toBe(0);
  });

  test('an owner over their share waits, without delaying others', () => {
    const room = new ResponseBuffer(new ByteBudget(10 * LARGE));
    const own = Array.from({ length: 8 }, () => open(room, 1));
    for (const { held } of own) held.grow(LARGE);
    const other = open(room, 2);
    other.held.grow(LARGE);
    expect(own.filter(({ told }) => told.length > 0).length).toBeGreaterThan(0);
    expect(other.told).toEqual([]);
  });

  test('a response that waits too long is given up and releases its memory', async () => {
    const room = new ResponseBuffer(new ByteBudget(LARGE), 1);
    const [first, second] = [open(room, 1), open(room, 2)];
    first.held.grow(LARGE);
    second.held.grow(LARGE);
    await expect.poll(() => second.told).toEqual(['pause', 'give up']);
    second.held.release();
    second.held.release();
    expect(room.budget.reserved).toBe(LARGE);
  });
});
