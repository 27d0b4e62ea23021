import { describe, expect, test } from 'vitest';
import { pageNumbers, stepsUpTo } from './page-numbers.ts';

describe('page numbers of the log', () => {
  test('up to 4 pages are all shown', () => {
    expect(pageNumbers({ page: 1, pages: 1, style: 'ends' })).toEqual([1]);
    expect(pageNumbers({ page: 3, pages: 4, style: 'ends' })).toEqual([1, 2, 3, 4]);
  });

  test('of more pages the first two, a gap and the last two are shown, on any page', () => {
    expect(pageNumbers({ page: 1, pages: 5, style: 'ends' })).toEqual([1, 2, 'gap', 4, 5]);
    expect(pageNumbers({ page: 10, pages: 20, style: 'ends' })).toEqual([1, 2, 'gap', 19, 20]);
  });
});

describe('page numbers of other lists', () => {
  test('the window contains the current page, stays within the list and never exceeds 50 numbers', () => {
    for (const pages of [1, 2, 9, 10, 60, 5000])
      for (const page of [1, 2, Math.ceil(pages / 2), pages].filter((number) => number <= pages)) {
        const numbers = pageNumbers({ page, pages, style: 'window' });
        expect(numbers).toContain(page);
        expect(numbers.length).toBeLessThanOrEqual(50);
        expect(numbers[0]).toBeGreaterThanOrEqual(1);
        expect(numbers.at(-1)).toBeLessThanOrEqual(pages);
      }
  });
});

test('in a long list the last page is always one click away', () => {
  for (const page of [1, 7, 40, 66])
    expect(pageNumbers({ page, pages: 66, style: 'window' }).at(-1)).toBe(66);
  expect(pageNumbers({ page: 1, pages: 66, style: 'window' })).toEqual([
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    'gap',
    66,
  ]);
});

describe('page sizes', () => {
  test('are steps of 10 up to the total, plus the total', () => {
    expect(stepsUpTo(37)).toEqual([10, 20, 30, 37]);
    expect(stepsUpTo(40)).toEqual([10, 20, 30, 40]);
    expect(stepsUpTo(7)).toEqual([7]);
    expect(stepsUpTo(0)).toEqual([]);
  });

  test("omit no step, and never exceed the server's limit", () => {
    expect(stepsUpTo(555)).toHaveLength(56);
    expect(stepsUpTo(1284).at(-1)).toBe(1000);
    expect(stepsUpTo(1284)).toHaveLength(100);
  });
});
