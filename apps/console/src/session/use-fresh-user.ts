import { useEffect } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { readStoredUser, storeUser, useStoredUser } from './session.ts';

/** Updates the stored user if the server's data differs, so that the menu fits the role. */
export function useFreshUser(): void {
  const stored = useStoredUser();
  const { data } = useEndpoint(calls.getSelf, {}, { enabled: stored !== undefined });
  useEffect(() => {
    const before = readStoredUser();
    if (!data || before?.id !== data.id) return;
    const { role, group, username, display_name: displayName } = data;
    const isSame =
      before.role === role &&
      before.group === group &&
      before.username === username &&
      before.display_name === displayName;
    if (!isSame) storeUser({ ...before, ...data });
  }, [data]);
}
