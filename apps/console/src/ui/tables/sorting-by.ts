import type { Sorting } from './column.ts';

/** The sorting of a list whose address says it; heads only offer names that the list knows. */
export function sortingBy<Sort extends string>(
  value: Sort,
  set: (changes: { sort: Sort; p: number }) => void,
): Sorting {
  return { value, change: (sort) => set({ sort: sort as Sort, p: 1 }) };
}
