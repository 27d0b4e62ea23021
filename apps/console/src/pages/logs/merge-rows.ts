import type { LogEntry } from '@tollgate/contract';

/** Rows that came since, before those of the list, newest first and each once; at most so many. */
export function mergeRows(
  since: readonly LogEntry[],
  listed: readonly LogEntry[],
  max: number,
): LogEntry[] {
  const seen = new Set<number>();
  return [...since, ...listed].filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, max);
}
