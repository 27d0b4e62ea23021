import type { Column } from './column.ts';

export type SortDirection = 'ascending' | 'descending';

/** How a column is sorted by `value`; undefined where the rows are in another order. */
export function sortDirection(sort: string, value: string): SortDirection | undefined {
  if (value === sort) return 'ascending';
  return value === `-${sort}` ? 'descending' : undefined;
}

/**
 * What the next click on a head sorts by: numbers begin with the largest, words with the first; then the
 * other way round; then the list's own order again (empty).
 */
export function nextSort(
  { sort = '', align }: Pick<Column<never>, 'sort' | 'align'>,
  value: string,
): string {
  const steps = align === 'end' ? [`-${sort}`, sort] : [sort, `-${sort}`];
  return steps[steps.indexOf(value) + 1] ?? '';
}
