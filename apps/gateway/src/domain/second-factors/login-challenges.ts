import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { isUnexpired, nowSeconds } from '../../platform/clock.ts';
import { newCredential } from '../../platform/ids.ts';
import {
  deleteLoginChallenge,
  insertLoginChallenge,
  type LoginChallengeRow,
  takeChallengeTry,
} from '../../store/login-challenges-repository.ts';
import type { Domain } from '../domain.ts';

type ChallengeDomain = Pick<Domain, 'store' | 'keyring' | 'clock'>;

export type ChallengeKind = LoginChallengeRow['kind'];

export const CHALLENGE_SECONDS = 300;
const TRIES = 5;

/** The two halves of a challenge: one passes through the page, the other stays in a cookie. */
export interface BegunChallenge {
  challenge: string;
  browser: string;
}

/** Starts a step that a second request must finish in the same browser. */
export async function beginChallenge(
  {
    store,
    keyring,
    clock,
  }: Omit<ChallengeDomain, 'store'> & { store: Pick<Domain['store'], 'db'> },
  {
    kind,
    userId,
    webauthnChallenge = '',
    providerSession = '',
  }: {
    kind: ChallengeKind;
    /** 0 if not yet known. */
    userId: number;
    webauthnChallenge?: string;
    providerSession?: string;
  },
): Promise<BegunChallenge> {
  const [challenge, browser] = [newCredential(), newCredential()];
  await insertLoginChallenge(store.db, {
    challenge_hash: keyring.hash('login-challenge', challenge),
    browser_hash: keyring.hash('login-challenge', browser),
    kind,
    user_id: userId,
    webauthn_challenge: webauthnChallenge,
    tries_left: TRIES,
    provider_session: providerSession,
    expires_at: nowSeconds(clock) + CHALLENGE_SECONDS,
  });
  return { challenge, browser };
}

/**
 * Uses up one attempt at a challenge. Throws AppError login_step_expired if it does not exist, or belongs to
 * another browser.
 */
export async function tryChallenge(
  { store, keyring, clock }: ChallengeDomain,
  kind: ChallengeKind,
  { challenge, browser }: BegunChallenge,
): Promise<LoginChallengeRow> {
  const now = nowSeconds(clock);
  const row = await takeChallengeTry(store.db, {
    hash: keyring.hash('login-challenge', challenge),
    kind,
    now,
  });
  const browserHash = Buffer.from(keyring.hash('login-challenge', browser));
  if (
    !row ||
    !isUnexpired(row.expires_at - CHALLENGE_SECONDS, CHALLENGE_SECONDS, now) ||
    !timingSafeEqual(Buffer.from(row.browser_hash), browserHash)
  )
    throw new AppError('login_step_expired');
  return row;
}

/** Consumes a challenge. Throws AppError login_step_expired if it was already consumed. */
export async function finishChallenge(
  { store }: Pick<Domain, 'store'>,
  row: LoginChallengeRow,
): Promise<void> {
  if (!(await deleteLoginChallenge(store.db, row.challenge_hash)))
    throw new AppError('login_step_expired');
}
