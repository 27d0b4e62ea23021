import { SCOPED_TOKEN_PREFIX } from '@tollgate/contract';
import type { Identified } from './identified.ts';
import { lockForLogin } from './lock-for-login.ts';
import { identifyScopedToken } from './scoped-tokens.ts';
import { AppError } from '../../platform/app-error.ts';
import { newCredential } from '../../platform/ids.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { hasPasskey } from '../../store/passkeys-repository.ts';
import {
  deleteSession,
  findSession,
  hasSession,
  insertSession,
  touchSession,
} from '../../store/sessions-repository.ts';
import {
  findUserByAccessTokenHash,
  findUserById,
  replaceAccessToken,
  touchUser,
  type UserRow,
} from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';

type SessionDomain = Pick<Domain, 'store' | 'keyring' | 'clock'>;
type Lifetimes = Pick<Domain, 'options'>;

const DAY = 24 * 3600;
const TOUCH_EVERY_SECONDS = 300;

export type { Identified };

/** Returns how long a session lasts after its login, used or not. */
export function sessionSeconds({ options }: Lifetimes): number {
  return options.number('SessionDays') * DAY;
}

/**
 * Starts a session; returns its credential, which is stored only as a keyed hash. Throws AppError
 * login_failed if the password has changed since the user was read, the user was disabled, or the passkey that
 * was the proof was removed: the proof is no longer valid, and a session must not outlive the change.
 */
export async function startSession(
  { store, keyring, clock, options }: SessionDomain & Lifetimes,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  from: { address: string; userAgent: string; providerSession?: string; passkeyId?: number },
): Promise<string> {
  const credential = newCredential();
  const now = nowSeconds(clock);
  await store.transaction(async (trx) => {
    await lockForLogin(trx, user);
    if (from.passkeyId !== undefined && !(await hasPasskey(trx, from.passkeyId)))
      throw new AppError('login_failed');
    await insertSession(trx, {
      token_hash: keyring.hash('session', credential),
      user_id: user.id,
      created_at: now,
      expires_at: now + sessionSeconds({ options }),
      last_seen_at: now,
      ip: from.address,
      user_agent: from.userAgent.slice(0, 200),
      confirmed_at: now,
      provider_session: from.providerSession ?? '',
    });
    await touchUser(trx, user.id, now);
  });
  return credential;
}

/** Returns whom a session credential or access token belongs to, with their current role and status. */
export async function identify(
  domain: SessionDomain & Lifetimes,
  credential: string,
  address: string,
): Promise<Identified | undefined> {
  const { store, keyring, clock } = domain;
  if (credential.startsWith(SCOPED_TOKEN_PREFIX))
    return identifyScopedToken(domain, credential, address);
  const now = nowSeconds(clock);
  const session = await findSession(store.db, keyring.hash('session', credential), now);
  // The lifetime may have been shortened since the login.
  if (!session || session.created_at + sessionSeconds(domain) <= now) {
    const user = await findUserByAccessTokenHash(
      store.db,
      keyring.hash('access-token', credential),
    );
    return user ? { user, sessionId: 0, confirmedAt: 0, scopes: undefined } : undefined;
  }
  const user = await findUserById(store.db, session.user_id);
  if (user && now - session.last_seen_at > TOUCH_EVERY_SECONDS)
    await Promise.all([touchSession(store.db, session.id, now), touchUser(store.db, user.id, now)]);
  return user
    ? { user, sessionId: session.id, confirmedAt: session.confirmed_at, scopes: undefined }
    : undefined;
}

export function endSession({ store, keyring }: SessionDomain, credential: string): Promise<void> {
  return deleteSession(store.db, keyring.hash('session', credential));
}

/**
 * Creates a new system access token, which replaces the previous one. Throws AppError not_signed_in if the
 * caller's credential has since ended: a token must not outlive that.
 */
export async function createAccessToken(
  { store, keyring }: SessionDomain,
  { user, sessionId }: Identified,
): Promise<string> {
  const token = newCredential();
  await store.transaction(async (trx) => {
    // Locks the user's row first: whoever ends a user's sessions holds it until they are gone.
    const known = sessionId === 0 ? user.access_token_hash : undefined;
    const hash = keyring.hash('access-token', token);
    const isReplaced = await replaceAccessToken(trx, user, hash, known);
    if (!isReplaced || (sessionId !== 0 && !(await hasSession(trx, sessionId))))
      throw new AppError('not_signed_in');
  });
  return token;
}
