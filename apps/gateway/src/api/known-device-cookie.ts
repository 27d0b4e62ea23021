import {
  findKnownDevice,
  KNOWN_DEVICE_SECONDS,
  writeKnownDevice,
} from '../domain/sign-ins/known-devices.ts';
import type { UserRow } from '../domain/accounts/users.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';
import { setCookie } from './set-cookie.ts';

const COOKIE = 'known_device';

type Exchange = Pick<Call<unknown>, 'domain' | 'request' | 'reply'>;
type Named = Pick<UserRow, 'username' | 'email'>;

/**
 * Remembers in the browser that this user logged in with it, so that strangers can't use up its attempts (ADR
 * 84).
 */
export function keepKnownDevice(
  { domain, request, reply }: Exchange,
  { username, email }: Named,
): void {
  const before = readCookie(request.raw, COOKIE) ?? '';
  const value = writeKnownDevice(domain.keyring, before, [username, email ?? '']);
  const seconds = KNOWN_DEVICE_SECONDS;
  setCookie({ request, reply }, { name: COOKIE, value, path: '/api/user', seconds });
}

/** Returns the id of the browser if the user with this login name has logged in with it before. */
export function readKnownDevice(
  { domain, request }: Pick<Exchange, 'domain' | 'request'>,
  name: string,
): string | undefined {
  return findKnownDevice(domain.keyring, readCookie(request.raw, COOKIE) ?? '', name);
}
