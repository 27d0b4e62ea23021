import { type FactorMethod, ROLE_ADMIN, type Security } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { isUnexpired, nowSeconds } from '../../platform/clock.ts';
import { DECOY_HASH, verifyPassword } from '../../platform/passwords.ts';
import { countRecoveryCodes } from '../../store/recovery-codes-repository.ts';
import { confirmSessionRow } from '../../store/sessions-repository.ts';
import type { Identified } from '../accounts/sessions.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { passkeyHost } from '../logins/passkey-host.ts';
import { hasSecondFactor, readFactors } from './factors.ts';
import { presentPasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { takeTotpCode } from './totp.ts';

/** How long a session counts as confirmed after its user proved their identity. */
const CONFIRMED_SECONDS = 15 * 60;

/**
 * Refuses what an unattended session must not allow: showing secrets, changing channel keys, raising roles.
 * Throws AppError confirmation_required; a system access token needs no confirmation, because the caller has
 * just supplied that secret.
 */
export function mustBeConfirmed(
  { clock }: Pick<Domain, 'clock'>,
  { sessionId, confirmedAt }: Identified,
): void {
  if (sessionId !== 0 && !isUnexpired(confirmedAt, CONFIRMED_SECONDS, nowSeconds(clock)))
    throw new AppError('confirmation_required');
}

type TypedMethod = Exclude<FactorMethod, 'passkey'>;

/**
 * Confirms a session with a typed secret. Users with a second factor must use it, or a recovery code: a
 * stolen password confirms nothing. Throws AppError confirmation_failed or confirmation_needs_factor.
 */
export async function confirmWithSecret(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock'>,
  caller: Identified,
  { method, secret }: { method: TypedMethod; secret: string },
): Promise<{ confirmed_until: number }> {
  if (method === 'password' && (await hasSecondFactor(domain.store.db, caller.user.id)))
    throw new AppError('confirmation_needs_factor');
  if (!(await isProof(domain, caller.user, { method, secret })))
    throw new AppError('confirmation_failed');
  return noteConfirmed(domain, caller);
}

async function isProof(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock'>,
  { id, password_hash: hash }: Pick<UserRow, 'id' | 'password_hash'>,
  { method, secret }: { method: TypedMethod; secret: string },
): Promise<boolean> {
  if (method === 'totp') return takeTotpCode(domain, id, secret);
  if (method === 'recovery_code') return takeRecoveryCode(domain, id, secret);
  return (await verifyPassword(secret, hash ?? DECOY_HASH)) && hash !== null;
}

/** Records that a session's user has just proved their identity. */
export async function noteConfirmed(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { sessionId }: Identified,
): Promise<{ confirmed_until: number }> {
  const now = nowSeconds(clock);
  await confirmSessionRow(store.db, sessionId, now);
  return { confirmed_until: now + CONFIRMED_SECONDS };
}

/** Returns whether the site requires a second factor of a user. */
export function needsSecondFactor(
  { options }: Pick<Domain, 'options'>,
  { role }: Pick<UserRow, 'role'>,
): boolean {
  return role >= ROLE_ADMIN && options.get('AdminSecondFactorRequired');
}

/** Describes to its owner how an account is protected. */
export async function readSecurity(
  domain: Pick<Domain, 'store' | 'options'>,
  { user, confirmedAt }: Identified,
): Promise<Security> {
  const { totp, passkeys } = await readFactors(domain.store.db, user.id);
  const codesLeft = await countRecoveryCodes(domain.store.db, user.id);
  const isProtected = totp || passkeys.length > 0;
  const host = passkeyHost(domain.options.get('ServerAddress'));
  const methods: FactorMethod[] = [
    ...(passkeys.some(({ rp_id: passkeyHostName }) => passkeyHostName === host)
      ? (['passkey'] as const)
      : []),
    ...(totp ? (['totp'] as const) : []),
    ...(isProtected && codesLeft > 0 ? (['recovery_code'] as const) : []),
    ...(isProtected || user.password_hash === null ? [] : (['password'] as const)),
  ];
  return {
    totp,
    recovery_codes_left: codesLeft,
    passkeys: passkeys.map(presentPasskey),
    has_password: user.password_hash !== null,
    is_current_password_required:
      user.password_hash !== null && domain.options.get('CurrentPasswordRequired'),
    methods,
    is_second_factor_required: needsSecondFactor(domain, user),
    confirmed_until: confirmedAt === 0 ? 0 : confirmedAt + CONFIRMED_SECONDS,
  };
}
