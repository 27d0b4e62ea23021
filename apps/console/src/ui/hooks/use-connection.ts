import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';
import { connection } from '../../api/connection.ts';

/** Returns the state of the connection to the gateway, as it changes. */
export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.read);

/** Whether an error only means that the gateway is away, which the bar above the page says already. */
export function useIsAway(error: Error | null | undefined): boolean {
  return useConnection().state === 'lost' && error instanceof ApiError && error.status === 0;
}
