import { expect, test } from 'vitest';
import { nextSort, sortDirection } from './next-sort.ts';

const clicks = (column: { sort: string; align?: 'end' }) => {
  const first = nextSort(column, '');
  const second = nextSort(column, first);
  return [first, second, nextSort(column, second)];
};

test("three clicks on a header sort one way, the other way, and in the list's default order", () => {
  expect(clicks({ sort: 'name' })).toEqual(['name', '-name', '']);
  expect(clicks({ sort: 'spend', align: 'end' })).toEqual(['-spend', 'spend', '']);
});

test('a click on another header starts with that column', () => {
  expect(nextSort({ sort: 'name' }, '-spend')).toBe('name');
});

test('a header shows the direction of its own column only', () => {
  expect(sortDirection('name', 'name')).toBe('ascending');
  expect(sortDirection('name', '-name')).toBe('descending');
  expect(sortDirection('name', '-spend')).toBeUndefined();
});
