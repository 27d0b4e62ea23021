import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Call } from 'virtual:calls';

/**
 * Reads again what is on screen of the matching queries, and the rest when it is shown next. A first
 * read that is under way is begun anew: it may have been answered before the change, and
 * `invalidateQueries` alone would take its answer for news.
 */
export async function readAgain(client: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

/** Matches what was read from these calls. */
export function readFrom(
  calls: readonly Call<unknown>[],
): Required<Pick<QueryFilters, 'predicate'>> {
  const paths: readonly unknown[] = calls.map(({ path }) => path);
  return { predicate: ({ queryKey }) => paths.includes(queryKey[0]) };
}

/** Answers a function that reads again what was read from these calls, or all where none are named. */
export function useReadAgain(): (calls?: readonly Call<unknown>[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((calls) => readAgain(client, calls ? readFrom(calls) : {}), [client]);
}
