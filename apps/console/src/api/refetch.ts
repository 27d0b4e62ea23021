import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Call } from 'virtual:calls';

/**
 * Refetches matching queries that are on screen now, and the others when they are shown next. A first read in
 * flight is restarted: it may have been answered before the change, and `invalidateQueries` alone would take
 * its response for fresh.
 */
export async function refetch(client: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

/** Matches queries that read from these calls. */
export function readFrom(
  calls: readonly Call<unknown>[],
): Required<Pick<QueryFilters, 'predicate'>> {
  const paths: readonly unknown[] = calls.map(({ path }) => path);
  return { predicate: ({ queryKey }) => paths.includes(queryKey[0]) };
}

/** Returns a function that refetches what was read from these calls, or everything if none are given. */
export function useRefetch(): (calls?: readonly Call<unknown>[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((calls) => refetch(client, calls ? readFrom(calls) : {}), [client]);
}
