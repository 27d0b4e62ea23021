import { type LoginStep, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { countRecoveryCodes } from '../../store/recovery-codes-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { lockForLogin } from '../accounts/lock-for-login.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { SignInRefused } from '../sign-ins/sign-in-refused.ts';
import { readFactors } from './factors.ts';
import {
  beginChallenge,
  type BegunChallenge,
  CHALLENGE_SECONDS,
  finishChallenge,
  tryChallenge,
} from './login-challenges.ts';
import { askForOwnPasskey, verifyPasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { takeTotpCode } from './totp.ts';

type SecondStepDomain = Pick<Domain, 'store' | 'keyring' | 'clock' | 'options'>;

/**
 * Returns what a login still requires after its first proof; undefined if that was enough. The result is not
 * a session: it only allows the second proof. Throws AppError login_failed if the first proof is no longer
 * valid, as in `startSession`: the second one does not repeat it.
 */
export async function beginSecondStep(
  domain: SecondStepDomain,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  providerSession: string,
): Promise<{ step: LoginStep; browser: string } | undefined> {
  const { totp, passkeys } = await readFactors(domain.store.db, user.id);
  if (!totp && passkeys.length === 0) return undefined;
  const codesLeft = await countRecoveryCodes(domain.store.db, user.id);
  // Passkeys are skipped if the site has moved to an address that has none; the other methods remain.
  const passkeyRequest =
    passkeys.length === 0
      ? undefined
      : await askForOwnPasskey(domain, user.id).catch(ignoreMissingAddress);
  const { challenge, browser } = await domain.store.transaction(async (trx) => {
    await lockForLogin(trx, user);
    return beginChallenge(
      { ...domain, store: { db: trx } },
      {
        kind: 'login',
        userId: user.id,
        webauthnChallenge: passkeyRequest?.webauthnChallenge ?? '',
        providerSession,
      },
    );
  });
  const methods: LoginStep['methods'] = [
    ...(passkeyRequest ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(codesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
  const step = {
    challenge,
    methods,
    expires_in: CHALLENGE_SECONDS,
    ...(passkeyRequest ? { passkey: passkeyRequest.options } : {}),
  };
  return { step, browser };
}

function ignoreMissingAddress(error: unknown): undefined {
  const ignorableCodes: readonly string[] = ['passkeys_need_address', 'passkey_unknown'];
  if (error instanceof AppError && ignorableCodes.includes(error.code)) return undefined;
  throw error;
}

/**
 * Finds the login that awaits a second proof; uses up one of its attempts. Throws AppError
 * login_step_expired.
 */
export async function trySecondStep(domain: SecondStepDomain, challengeRef: BegunChallenge) {
  return tryChallenge(domain, 'login', challengeRef);
}

/**
 * Finishes a login with a code of the app or a recovery code; returns which it was. Throws AppError
 * second_factor_wrong.
 */
export async function finishWithCode(
  domain: SecondStepDomain,
  row: Awaited<ReturnType<typeof trySecondStep>>,
  code: string,
): Promise<{ user: UserRow; method: 'totp' | 'recovery_code' }> {
  const isTotp = await takeTotpCode(domain, row.user_id, code);
  if (!isTotp && !(await takeRecoveryCode(domain, row.user_id, code)))
    throw new SignInRefused(row.user_id, 'second_factor_wrong');
  // Read first: a new password ends the challenge, and a later one is noticed when the session starts.
  const user = await readEnabled(domain, row.user_id);
  await finishChallenge(domain, row);
  return {
    user,
    method: isTotp ? 'totp' : 'recovery_code',
  };
}

/** Finishes a login with a passkey: as the second proof, or as the only one. */
export async function finishWithPasskey(
  domain: SecondStepDomain,
  challengeRef: BegunChallenge,
  { response, kind }: { response: Record<string, unknown>; kind: 'login' | 'passkey-login' },
): Promise<{ user: UserRow; providerSession: string; passkeyId: number }> {
  const row = await tryChallenge(domain, kind, challengeRef);
  const { user_id: userId, id: passkeyId } = await verifyPasskey(domain, {
    response,
    webauthnChallenge: row.webauthn_challenge,
  }).catch((error: unknown) => {
    if (row.user_id === 0 || !(error instanceof AppError)) throw error;
    throw new SignInRefused(row.user_id, error.code, error);
  });
  if (row.user_id !== 0 && row.user_id !== userId)
    throw new SignInRefused(row.user_id, 'passkey_failed');
  // Read first, as in `finishWithCode`.
  const user = await readEnabled(domain, userId);
  await finishChallenge(domain, row);
  return { user, providerSession: row.provider_session, passkeyId };
}

async function readEnabled({ store }: Pick<Domain, 'store'>, userId: number): Promise<UserRow> {
  const user = await findUserById(store.db, userId);
  if (!user || user.status !== USER_ENABLED || user.deleted_at !== null)
    throw new SignInRefused(userId, 'user_disabled');
  return user;
}
