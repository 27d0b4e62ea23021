import { expect, test } from 'vitest';
import { assignSlots } from './series-slots.ts';

test('a series keeps its color when others overtake it, and a new one takes a free color', () => {
  const first = assignSlots(new Map(), ['a', 'b', 'c']);
  expect([...first]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
  const second = assignSlots(first, ['c', 'd', 'a']);
  expect(Object.fromEntries(second)).toEqual({ a: 0, c: 2, d: 1 });
});

test('there are eight colors, each for one series', () => {
  const slots = assignSlots(new Map([['x', 7]]), [...'abcdefghij', 'x']);
  expect(slots.size).toBe(8);
  expect(new Set(slots.values()).size).toBe(8);
});
