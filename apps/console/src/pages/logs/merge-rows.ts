import type { LogEntry } from '@tollgate/contract';

/** Rows that came since and those of the list, newest first as the log lists them and each once; at most so many. */
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
