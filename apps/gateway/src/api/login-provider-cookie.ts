import { findLoginProvider } from '@tollgate/contract';
import { sessionSeconds } from '../domain/accounts/sessions.ts';
import { loginProviders } from '../domain/logins/providers/index.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';
import { setCookie } from './set-cookie.ts';

const COOKIE = 'login_provider';
const TOKEN_COOKIE = 'login_id_token';
const PATH = '/api/user/logout';
/** By default nginx refuses responses with more than 4 KB of headers. */
const TOKEN_LENGTH_MAX = 1800;

type Exchange = Pick<Call<unknown>, 'domain' | 'request' | 'reply'>;

/**
 * Stores in the browser at which provider it signed in, and the ID token, so that logging out here can end
 * the provider's session too.
 */
export function keepLoginProvider(
  exchange: Exchange,
  { id, idToken }: { id: string; idToken: string },
): void {
  const seconds = sessionSeconds(exchange.domain);
  setCookie(exchange, { name: COOKIE, value: id, path: PATH, seconds });
  if (idToken !== '' && idToken.length <= TOKEN_LENGTH_MAX)
    setCookie(exchange, { name: TOKEN_COOKIE, value: idToken, path: PATH, seconds });
}

/**
 * Returns the address that ends this browser's session at the provider; undefined if there is none, or the
 * provider is off or unreachable. Forgets the provider.
 */
export async function findLogoutUrl({
  domain,
  request,
  reply,
}: Exchange): Promise<string | undefined> {
  const id = readCookie(request.raw, COOKIE);
  const entry = id === undefined ? undefined : findLoginProvider(id);
  if (!entry) return undefined;
  const idToken = readCookie(request.raw, TOKEN_COOKIE) ?? '';
  for (const name of [COOKIE, TOKEN_COOKIE])
    setCookie({ request, reply }, { name, value: '', path: PATH, seconds: 0 });
  const provider = loginProviders[entry.id];
  if (provider.kind !== 'oauth' || !domain.options.get(entry.enabled.key)) return undefined;
  // Logging out here works even if the provider is down.
  return provider.logoutUrl?.(domain.loginProviderContext, idToken).catch(() => undefined);
}
