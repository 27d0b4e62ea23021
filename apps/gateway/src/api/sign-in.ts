import { type DataOf, type endpoints, ROLE_ADMIN } from '@tollgate/contract';
import { recordLogin } from '../domain/audit/record-login.ts';
import { SESSION_SECONDS, startSession } from '../domain/accounts/sessions.ts';
import { presentUser } from '../domain/accounts/present-users.ts';
import { tellOfNewLogin } from '../domain/accounts/tell-of-new-login.ts';
import { readUser, type UserRow } from '../domain/accounts/users.ts';
import { sessionCookie } from '../platform/session-cookie.ts';
import type { Call } from './context.ts';

type Exchange = Pick<Call<unknown>, 'domain' | 'address' | 'requestId' | 'request' | 'reply'>;

/** Behind a proxy that ends TLS the cookie must still be Secure. */
export function isSecure({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers['x-forwarded-proto'] === 'https' || request.protocol === 'https';
}

/** Starts a session of a user whose word was checked, sets its cookie and answers what the console keeps. */
export async function signIn(
  { domain, address, requestId, request, reply }: Exchange,
  user: UserRow,
): Promise<DataOf<(typeof endpoints)['login']>> {
  const userAgent = request.headers['user-agent'] ?? '';
  await tellOfNewLogin(domain, user.id, { address, userAgent });
  const credential = await startSession(domain, user, { address, userAgent });
  if (user.role >= ROLE_ADMIN) await recordLogin(domain, user, { address, userAgent, requestId });
  reply.header(
    'set-cookie',
    sessionCookie(credential, { secure: isSecure({ request }), maxAgeSeconds: SESSION_SECONDS }),
  );
  return {
    ...(await presentUser(domain, await readUser(domain, user.id))),
    token: credential,
    default_credentials: user.factory_password === 1,
  };
}
