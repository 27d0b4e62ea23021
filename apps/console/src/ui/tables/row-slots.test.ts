import { expect, test } from 'vitest';
import { assignSlots } from './row-slots.ts';

const slotsOf = (ids: readonly number[], previous: ReadonlyMap<number, number> = new Map()) =>
  assignSlots(ids, previous);

test('the rows of the next page take the slots of the previous ones, in order', () => {
  const first = slotsOf([9, 8, 7]);
  expect([...slotsOf([6, 5, 4], first)]).toEqual([
    [6, 0],
    [5, 1],
    [4, 2],
  ]);
});

test('a row that stays keeps its slot, whatever comes before it', () => {
  const first = slotsOf([9, 8, 7]);
  const second = slotsOf([11, 10, 9, 8], first);
  expect([second.get(9), second.get(8)]).toEqual([0, 1]);
  expect(new Set(second.values()).size).toBe(4);
});

test('no two rows share a slot after a shorter page', () => {
  const short = slotsOf([3], slotsOf([9, 8, 7]));
  const long = slotsOf([3, 2, 1, 0], short);
  expect(long.get(3)).toBe(short.get(3));
  expect(new Set(long.values()).size).toBe(4);
});
