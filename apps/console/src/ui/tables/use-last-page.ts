import { useState } from 'react';
import { ApiError } from '../../api/call-endpoint.ts';

/**
 * Returns the page to show: the one loaded, or else the previous one if the next failed to load because the
 * gateway is unreachable or broken. After invalid input (an impossible filter) the old rows would mislead.
 */
export function useLastPage<Page>(read: Page | undefined, error: Error | null): Page | undefined {
  const [last, setLast] = useState(read);
  if (read !== undefined && read !== last) setLast(() => read);
  if (read !== undefined) return read;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
    ? last
    : undefined;
}
