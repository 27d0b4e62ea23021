import type { AnyEndpoint, DataOf } from '@tollgate/contract';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type ApiError, callEndpoint, type Input } from './call-endpoint.ts';

export interface UseEndpointOptions {
  enabled?: boolean;
  refetchIntervalMs?: number | false;
}

/** Reads an endpoint; earlier data stays on screen while newer is fetched. */
export function useEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E> = {},
  { enabled = true, refetchIntervalMs = false }: UseEndpointOptions = {},
): UseQueryResult<DataOf<E>, ApiError> {
  return useQuery<DataOf<E>, ApiError>({
    queryKey: [endpoint.path, endpoint.method, input],
    queryFn: ({ signal }) => callEndpoint(endpoint, input, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: refetchIntervalMs,
  });
}

/** Calls an endpoint on demand; afterwards everything read from `refreshes` is read again. */
export function useEndpointMutation<E extends AnyEndpoint>(
  endpoint: E,
  refreshes: readonly AnyEndpoint[] = [],
) {
  const client = useQueryClient();
  return useMutation<DataOf<E>, ApiError, Input<E>>({
    mutationFn: (input) => callEndpoint(endpoint, input),
    onSettled: () =>
      Promise.all(refreshes.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}
