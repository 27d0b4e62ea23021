import { type DataOf, type endpoints, type LoginProviderId, ROLE_ADMIN } from '@tollgate/contract';
import { recordLogin } from '../domain/audit/record-login.ts';
import { sessionSeconds, startSession } from '../domain/accounts/sessions.ts';
import { presentUser } from '../domain/accounts/present-users.ts';
import { notifyNewLogin } from '../domain/accounts/notify-new-login.ts';
import { readUser, type UserRow } from '../domain/accounts/users.ts';
import { SignInRefused } from '../domain/sign-ins/sign-in-refused.ts';
import { beginSecondStep } from '../domain/second-factors/second-step.ts';
import { SESSION_COOKIE } from '../platform/session-cookie.ts';
import { ApiResponse, type Call } from './context.ts';
import { keepKnownDevice } from './known-device-cookie.ts';
import { keepLoginStep } from './login-step-cookie.ts';
import { setCookie } from './set-cookie.ts';

type Exchange = Pick<Call<unknown>, 'domain' | 'address' | 'requestId' | 'request' | 'reply'>;

/** How somebody proves their identity, as named in the sign-in history. */
type Method = 'password' | 'passkey' | 'totp' | 'recovery_code' | LoginProviderId;

/**
 * Runs a step of a login; if it fails for a known account, the failure is recorded in its sign-in history.
 */
export async function trySignIn<Result>(
  { domain, address, request }: Exchange,
  method: Method,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SignInRefused) {
      const userAgent = request.headers['user-agent'] ?? '';
      const tried = { userId: error.userId, method, address, userAgent };
      domain.signInHistory.noteFailure(tried, error.code);
    }
    throw error;
  }
}

type SignedIn = DataOf<(typeof endpoints)['finishLogin']>;

/**
 * Signs in a user whose first factor was correct: with a session or, if the account has a second factor, with
 * what that step needs. Every kind of login ends here.
 */
export async function signIn(
  exchange: Exchange,
  user: UserRow,
  method: Method,
  /** The session at the login provider that provided the proof. */
  providerSession = '',
): Promise<SignedIn | ApiResponse<null>> {
  const second = await beginSecondStep(exchange.domain, user, providerSession);
  if (!second) return startSignedIn(exchange, user, method, { providerSession });
  keepLoginStep(exchange, second.browser);
  return new ApiResponse(null, { extras: { second_factor: second.step } });
}

/** Starts the session of a fully authenticated user, sets its cookie and returns what the console stores. */
export async function startSignedIn(
  { domain, address, requestId, request, reply }: Exchange,
  user: UserRow,
  method: Method,
  /** What the session depends on: one at a login provider, and a passkey. */
  proof: { providerSession: string; passkeyId?: number },
): Promise<SignedIn> {
  const userAgent = request.headers['user-agent'] ?? '';
  await notifyNewLogin(domain, user.id, { address, userAgent });
  const credential = await startSession(domain, user, { address, userAgent, ...proof });
  await domain.signInHistory.noteSuccess({ userId: user.id, method, address, userAgent });
  if (user.role >= ROLE_ADMIN) await recordLogin(domain, user, { address, userAgent, requestId });
  const seconds = sessionSeconds(domain);
  setCookie({ request, reply }, { name: SESSION_COOKIE, value: credential, path: '/', seconds });
  keepKnownDevice({ domain, request, reply }, user);
  return {
    ...(await presentUser(domain, await readUser(domain, user.id))),
    token: credential,
    default_credentials: user.factory_password === 1,
  };
}
