import { nextQuery } from './next-address.ts';
import { expireStoredUser } from './session.ts';

/** Clears the expired session and goes to the login page, which says why and leads back here. */
export function leaveForLogin(): void {
  expireStoredUser();
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/login')) return;
  location.assign(loginAddress(nextQuery(pathname + search + hash)));
}

/** Returns the address of the login page that says why it opens. */
export function loginAddress(next: { next?: string } = {}): string {
  return `/login?${new URLSearchParams({ expired: 'true', ...next }).toString()}`;
}
