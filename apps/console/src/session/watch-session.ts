import { leaveForLogin } from './leave-for-login.ts';
import { isExpired, keepSession, readStoredUser, type StoredUser } from './session.ts';
import { sessionRenewal } from './session-renewal.ts';
import { shouldReloadSession } from './should-reload-session.ts';

/**
 * Reloads once the session changes in another tab, so that no data of the first user stays on screen or in
 * memory; but input waits here until its user has logged in again. Changes by this tab are handled where they
 * are made. Returns a function that stops watching.
 */
export function watchSession(reload: () => void): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.key !== 'user') return;
    if (sessionRenewal.isPending()) return followRenewal(parse(change.newValue), reload);
    if (!shouldReloadSession(change)) return;
    const before = parse(change.oldValue);
    if (change.newValue !== null || !before || !isExpired(before.id)) return reload();
    const renewed = sessionRenewal.begin(before);
    if (!sessionRenewal.isPending()) return reload();
    void renewed.then((isRenewed) => isRenewed || leaveForLogin(before));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** While this tab waits for its user, someone logs in or out, or another tab notices that the session ended. */
function followRenewal(now: StoredUser | undefined, reload: () => void): void {
  const user = readStoredUser();
  if (!user || (!now && isExpired(user.id)) || now?.token === user.token) return;
  if (now?.id === user.id) return sessionRenewal.end(true);
  // The calls that wait must not go on: they would end the session of the other user.
  keepSession(undefined);
  reload();
}

function parse(text: string | null): StoredUser | undefined {
  try {
    return (JSON.parse(text ?? 'null') as StoredUser | null) ?? undefined;
  } catch {
    return undefined;
  }
}
