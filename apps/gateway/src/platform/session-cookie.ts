import type { IncomingMessage } from 'node:http';

export interface RequestCredential {
  text: string;
  from: 'bearer' | 'cookie';
}

export const SESSION_COOKIE = 'session';
const HEADER_LENGTH_MAX = 300;

/** Returns the credential of a console request; a bearer token takes precedence over a cookie. */
export function readRequestCredential(request: IncomingMessage): RequestCredential | undefined {
  const header = request.headers.authorization;
  if (header !== undefined && header.length < HEADER_LENGTH_MAX) {
    const text = header.replace(/^bearer(\s+|$)/i, '').trim();
    // Another scheme (Basic of a proxy in front) is not ours and must not hide the cookie.
    if (text !== '' && !/\s/.test(text)) return { text, from: 'bearer' };
  }
  const text = readSessionCookie(request.headers.cookie);
  return text ? { text, from: 'cookie' } : undefined;
}

/** Returns the session's credential from a Cookie header, or undefined. */
export function readSessionCookie(header: string | undefined): string | undefined {
  return findCookie(header, SESSION_COOKIE);
}

/** Returns the value of a cookie, or undefined. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  return findCookie(request.headers.cookie, name);
}

function findCookie(header: string | undefined, name: string): string | undefined {
  const cookie = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`));
  return cookie?.trim().slice(name.length + 1);
}
