import { keepItem } from '../keep-item.ts';

const KEPT = 'login-next';
/** The default page after a login. */
const PLAIN = '/token';
/** Login pages and those around them: a login never continues to them. */
const DOORS = /^\/(login|register|reset|oauth|user\/reset)(\/|$)/;

/**
 * Returns the URL in this console that a login continues to, from an untrusted link or page; undefined for
 * anything else. Only a path of this origin is accepted: `//evil.example`, `/\evil`, `javascript:` and the
 * like lead elsewhere or run code.
 */
export function readNextAddress(
  value: unknown,
  origin: string = location.origin,
): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 2000)
    return undefined;
  // Browsers remove tabs and line breaks from a URL before parsing it.
  if (/\p{Cc}|\\/u.test(value) || !URL.canParse(value, origin)) return undefined;
  const { origin: parsedOrigin, pathname, search, hash } = new URL(value, origin);
  if (parsedOrigin !== origin || pathname.startsWith('//') || DOORS.test(pathname))
    return undefined;
  return pathname + search + hash;
}

/** Stores it during a login at a provider, which returns to a page of its own. */
export function storeNextAddress(next: string | undefined): void {
  if (next === undefined) localStorage.removeItem(KEPT);
  else keepItem(KEPT, next);
}

/** Returns and removes the stored URL. */
export function takeNextAddress(): string | undefined {
  const stored = readNextAddress(localStorage.getItem(KEPT));
  localStorage.removeItem(KEPT);
  return stored;
}

/** Returns the login page's query for continuing to a URL; empty if that is the default. */
export function nextQuery(address: string | undefined): { next?: string } {
  const next = readNextAddress(address);
  return next === undefined || next === '/' || next === PLAIN ? {} : { next };
}
