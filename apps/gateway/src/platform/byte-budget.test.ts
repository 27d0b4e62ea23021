import { describe, expect, test } from 'vitest';
import { ByteBudget, SMALL_BYTES } from './byte-budget.ts';

const LARGE = SMALL_BYTES + 1;

describe('a byte budget', () => {
  test('large bodies never exceed the budget, and small ones are accepted beyond it', () => {
    const budget = new ByteBudget(3 * LARGE);
    for (let owner = 0; owner < 10; owner += 1) budget.tryReserve(owner, 0, LARGE);
    expect(budget.reserved).toBe(3 * LARGE);
    expect(budget.refused).toBe(7);
    expect(budget.tryReserve(1, 0, SMALL_BYTES)).toBe(true);
    expect(budget.reserved).toBe(3 * LARGE + SMALL_BYTES);
  });

  test('one owner gets no more than remains for others', () => {
    const budget = new ByteBudget(8 * LARGE);
    const taken = (owner: number) => {
      let count = 0;
      while (budget.tryReserve(owner, 0, LARGE)) count += 1;
      return count;
    };
    expect([taken(1), taken(2), taken(3)]).toEqual([4, 2, 1]);
  });

  test('the budget is full again once all bytes are released, however bodies grew', () => {
    const budget = new ByteBudget(10 * LARGE);
    let size = 0;
    for (const to of [10, SMALL_BYTES, LARGE, 2 * LARGE]) {
      expect(budget.tryReserve(1, size, to)).toBe(true);
      size = to;
    }
    expect(budget.tryReserve(1, size, 9 * LARGE)).toBe(false);
    expect(budget.reserved).toBe(size);
    expect(budget.tryReserve(1, 0, 5)).toBe(true);
    budget.release(1, size);
    budget.release(1, 5);
    expect(budget.reserved).toBe(0);
    expect(budget.tryReserve(1, 0, 5 * LARGE)).toBe(true);
  });
});
