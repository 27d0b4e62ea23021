import { CHALLENGE_SECONDS } from '../domain/second-factors/login-challenges.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';

const COOKIE = 'login_step';

type Exchange = Pick<Call<unknown>, 'request' | 'reply'>;

/** Stores the browser's half of a challenge. */
export function keepLoginStep({ reply }: Exchange, browser: string, isSecure: boolean): void {
  reply.header(
    'set-cookie',
    `${COOKIE}=${browser}; Path=/api/user; HttpOnly; SameSite=Strict; Max-Age=${CHALLENGE_SECONDS}${isSecure ? '; Secure' : ''}`,
  );
}

/** Returns the browser's half of a challenge; empty if there is none. */
export function readLoginStep({ request }: Pick<Exchange, 'request'>): string {
  return readCookie(request.raw, COOKIE) ?? '';
}
