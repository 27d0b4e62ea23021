const KEPT = 'login-next';
/** Where a login leads without more. */
const PLAIN = '/token';
/** Pages that lead to a login, or come from one: nobody goes on to them after it. */
const DOORS = /^\/(login|register|reset|oauth|user\/reset)(\/|$)/;

/**
 * The address in this console that a login leads on to, out of what a link or another page says;
 * undefined for everything else. Only a path of this origin will do: `//evil.example`, `/\evil`,
 * `javascript:` and the like lead elsewhere or run.
 */
export function readNextAddress(
  value: unknown,
  origin: string = location.origin,
): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 2000)
    return undefined;
  // Browsers drop tabs and line breaks of an address before they read it.
  if (/\p{Cc}|\\/u.test(value) || !URL.canParse(value, origin)) return undefined;
  const { origin: found, pathname, search, hash } = new URL(value, origin);
  if (found !== origin || pathname.startsWith('//') || DOORS.test(pathname)) return undefined;
  return pathname + search + hash;
}

/** Keeps it over a login at another site, which comes back to a page of its own. */
export function keepNextAddress(next: string | undefined): void {
  if (next === undefined) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, next);
}

/** What was kept, once. */
export function takeNextAddress(): string | undefined {
  const kept = readNextAddress(localStorage.getItem(KEPT));
  localStorage.removeItem(KEPT);
  return kept;
}

/** The query of the login page for somebody who was at an address; empty where a plain login will do. */
export function nextQuery(address: string | undefined): { next?: string } {
  const next = readNextAddress(address);
  return next === undefined || next === '/' || next === PLAIN ? {} : { next };
}
