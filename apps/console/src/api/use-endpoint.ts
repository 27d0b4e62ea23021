import type { AnyEndpoint, DataOf } from '@tollgate/contract';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Call } from 'virtual:calls';
import { type ApiError, callEndpoint, type Input, takeEnvelope } from './call-endpoint.ts';
import { useRefetch } from './refetch.ts';

export interface UseEndpointOptions<Data> {
  enabled?: boolean;
  /** How often to refetch while the tab is visible; may depend on the last data. */
  refetchIntervalMs?: number | false | ((data: Data | undefined) => number | false);
}

const UNAVAILABLE = 503;
const AGAIN_SECONDS = 10;

const isUnavailable = (error: ApiError | null): error is ApiError => error?.status === UNAVAILABLE;

const againAfter = ({ retryAfter = AGAIN_SECONDS }: ApiError): number => retryAfter * 1000;

/**
 * Reads an endpoint; earlier data stays on screen while newer data is fetched. What the server can't serve for
 * now, such as while its database is away, is read again by itself.
 */
export function useEndpoint<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
  { enabled = true, refetchIntervalMs = false }: UseEndpointOptions<DataOf<E>> = {},
): UseQueryResult<DataOf<E>, ApiError> {
  return useQuery<DataOf<E>, ApiError>({
    queryKey: [call.path, call.method, input],
    queryFn: ({ signal }) => callEndpoint(call, input, signal),
    initialData: () => takeEnvelope(call, input)?.data,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data, error } }) => {
      const interval =
        typeof refetchIntervalMs === 'function' ? refetchIntervalMs(data) : refetchIntervalMs;
      return isUnavailable(error) ? Math.min(interval || Infinity, againAfter(error)) : interval;
    },
  });
}

/** Calls an endpoint on demand, then refetches everything read from `refreshes`. */
export function useEndpointMutation<E extends AnyEndpoint>(
  call: Call<E>,
  refreshes: readonly Call<unknown>[] = [],
) {
  const refetch = useRefetch();
  return useMutation<DataOf<E>, ApiError, Input<E>>({
    mutationFn: (input) => callEndpoint(call, input),
    onSettled: () => refetch(refreshes),
  });
}
