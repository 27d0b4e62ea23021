import { nextQuery } from './next-address.ts';
import { clearStoredUser } from './session.ts';

/** Clears the expired session and goes to the login page, which says why and leads back here. */
export function leaveForLogin(): void {
  clearStoredUser();
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/login')) return;
  const query = new URLSearchParams({ expired: 'true', ...nextQuery(pathname + search + hash) });
  location.assign(`/login?${query.toString()}`);
}
