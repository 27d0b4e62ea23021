import type { Column } from './column.ts';

export type SortDirection = 'ascending' | 'descending';

/** Returns how a column is sorted by `value`; undefined if the rows are sorted by another one. */
export function sortDirection(sort: string, value: string): SortDirection | undefined {
  if (value === sort) return 'ascending';
  return value === `-${sort}` ? 'descending' : undefined;
}

/**
 * Returns the sorting after the next click on a header: numbers start descending, texts ascending; then the
 * reverse; then the list's default order (empty).
 */
export function nextSort(
  { sort = '', align }: Pick<Column<never>, 'sort' | 'align'>,
  value: string,
): string {
  const steps = align === 'end' ? [`-${sort}`, sort] : [sort, `-${sort}`];
  return steps[steps.indexOf(value) + 1] ?? '';
}
