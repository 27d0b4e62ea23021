import { useState } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';

/**
 * The page to show: the one that was read, else the last one where the next could not be had because the
 * gateway is away or broken. Refused input (an impossible filter) is another matter: its rows would mislead.
 */
export function useKeptPage<Page>(read: Page | undefined, error: Error | null): Page | undefined {
  const [kept, keep] = useState(read);
  if (read !== undefined && read !== kept) keep(() => read);
  if (read !== undefined) return read;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
    ? kept
    : undefined;
}
