import { useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { type ApiError, callForEnvelope, takeEnvelope } from '../../api/call-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';

/** Fetches the price list for the current user or visitor. */
export function usePrices() {
  const user = useStoredUser();
  return useQuery<Awaited<ReturnType<typeof read>>, ApiError>({
    queryKey: [calls.getPricing.path, calls.getPricing.method, user?.id ?? 0],
    queryFn: ({ signal }) => read(signal),
    initialData: () => takeEnvelope(calls.getPricing),
  });
}

const read = (signal: AbortSignal) => callForEnvelope(calls.getPricing, {}, signal);
