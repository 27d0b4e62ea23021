import { findLoginProvider } from '@tollgate/contract';
import { SESSION_SECONDS } from '../domain/accounts/sessions.ts';
import { loginProviders } from '../domain/logins/providers/index.ts';
import { readCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';

const COOKIE = 'login_provider';

type Exchange = Pick<Call<unknown>, 'domain' | 'request' | 'reply'>;

/** Keeps which provider this browser signed in at: its session there ends with the one here. */
export function keepLoginProvider(
  { reply }: Pick<Exchange, 'reply'>,
  id: string,
  isSecure: boolean,
): void {
  setCookie(reply, id, SESSION_SECONDS, isSecure);
}

function setCookie(reply: Exchange['reply'], id: string, seconds: number, isSecure: boolean): void {
  reply.header(
    'set-cookie',
    `${COOKIE}=${id}; Path=/api/user/logout; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`,
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
  setCookie(reply, '', 0, false);
  const provider = loginProviders[entry.id];
  if (provider.kind !== 'oauth' || !domain.options.get(entry.enabled.key)) return undefined;
  // Logging out here works while the provider is away.
  return provider.logoutUrl?.(domain.loginProviderContext).catch(() => undefined);
}
