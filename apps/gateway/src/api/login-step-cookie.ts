import { CHALLENGE_SECONDS } from '../domain/second-factors/login-challenges.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';
import { setCookie } from './set-cookie.ts';

const COOKIE = 'login_step';

type Exchange = Pick<Call<unknown>, 'request' | 'reply'>;

/** Stores the browser's half of a challenge. */
export function keepLoginStep(exchange: Exchange, browser: string): void {
  const seconds = CHALLENGE_SECONDS;
  setCookie(exchange, { name: COOKIE, value: browser, path: '/api/user', seconds });
}

/** Returns the browser's half of a challenge; empty if there is none. */
export function readLoginStep({ request }: Pick<Exchange, 'request'>): string {
  return readCookie(request.raw, COOKIE) ?? '';
}
