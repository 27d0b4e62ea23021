import type { Sorting } from './column.ts';

/** Returns the sorting of a list whose order is in the URL; headers only offer names that the list knows. */
export function sortingBy<Sort extends string>(
  value: Sort,
  set: (changes: { sort: Sort; p: number }) => void,
): Sorting {
  return { value, change: (sort) => set({ sort: sort as Sort, p: 1 }) };
}
