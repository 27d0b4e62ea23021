import { nextQuery } from './next-address.ts';
import { expireStoredUser, readStoredUser, type StoredUser } from './session.ts';

/**
 * Clears a user's expired session and goes to the login page, which says why and leads back here. Does nothing
 * if somebody has logged in since, as in another tab: that session is another one.
 */
export function leaveForLogin(user: StoredUser | undefined): void {
  const now = readStoredUser();
  if (now && (now.id !== user?.id || now.token !== user.token)) return;
  expireStoredUser();
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/login')) return;
  location.assign(loginAddress(nextQuery(pathname + search + hash)));
}

/** Returns the address of the login page that says why it opens. */
export function loginAddress(next: { next?: string } = {}): string {
  return `/login?${new URLSearchParams({ expired: 'true', ...next }).toString()}`;
}
