import type { LogEntry } from '@tollgate/contract';

/** Merges new rows into those of the list, newest first and without duplicates, up to a maximum. */
export function mergeRows(
  since: readonly LogEntry[],
  listed: readonly LogEntry[],
  max: number,
): LogEntry[] {
  const seen = new Set<number>();
  return [...since, ...listed]
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .sort((left, right) => right.created_at - left.created_at || right.id - left.id)
    .slice(0, max);
}
