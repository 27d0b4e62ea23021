import { findLoginProvider } from '@tollgate/contract';
import { sessionSeconds } from '../domain/accounts/sessions.ts';
import { loginProviders } from '../domain/logins/providers/index.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';

const COOKIE = 'login_provider';
const TOKEN_COOKIE = 'login_id_token';
/** As nginx refuses answers whose headers have more than 4 KB, unless it is told otherwise. */
const TOKEN_LENGTH_MAX = 1800;

type Exchange = Pick<Call<unknown>, 'domain' | 'request' | 'reply'>;

/**
 * Keeps which provider this browser signed in at, and the ID token that it got there: its session there
 * ends with the one here.
 */
export function keepLoginProvider(
  { domain, reply }: Pick<Exchange, 'domain' | 'reply'>,
  { id, idToken }: { id: string; idToken: string },
  isSecure: boolean,
): void {
  const seconds = sessionSeconds(domain);
  setCookie(reply, `${COOKIE}=${id}`, seconds, isSecure);
  if (idToken !== '' && idToken.length <= TOKEN_LENGTH_MAX)
    setCookie(reply, `${TOKEN_COOKIE}=${idToken}`, seconds, isSecure);
}

function setCookie(
  reply: Exchange['reply'],
  pair: string,
  seconds: number,
  isSecure: boolean,
): void {
  reply.header(
    'set-cookie',
    `${pair}; Path=/api/user/logout; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`,
  );
}

/**
 * Where the session at the provider of this browser ends; undefined where there is none, or the
 * provider is off or can't be asked. Forgets the provider.
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
  for (const name of [COOKIE, TOKEN_COOKIE]) setCookie(reply, `${name}=`, 0, false);
  const provider = loginProviders[entry.id];
  if (provider.kind !== 'oauth' || !domain.options.get(entry.enabled.key)) return undefined;
  // Logging out here works while the provider is away.
  return provider.logoutUrl?.(domain.loginProviderContext, idToken).catch(() => undefined);
}
