import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Passkey } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  renamePasskeyOf,
} from '../../store/passkeys-repository.ts';
import { countRecoveryCodes } from '../../store/recovery-codes-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Identified } from '../accounts/identified.ts';
import { lockCaller } from '../accounts/lock-caller.ts';
import type { UserRow } from '../accounts/users.ts';
import { requireLoginMethod } from '../logins/require-login-method.ts';
import type { Domain } from '../domain.ts';
import { dropUnusedRecoveryCodes } from './factors.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';

type PasskeyDomain = Pick<Domain, 'store' | 'keyring' | 'clock' | 'options'>;
/** JSON in the terms of Web Authentication. */
type WebauthnJson = Record<string, unknown>;

const PASSKEYS_MAX = 10;

/** Loaded on first use: its 180 files would make startup a tenth slower. */
const webauthn = () => import('@simplewebauthn/server');

/** Returns a passkey as its owner sees it. */
export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  created_time: row.created_at,
  last_used_time: row.last_used_at,
  is_synced: row.is_synced === 1,
});

const transportsOf = ({ transports }: PasskeyRow) =>
  transports.split(',').filter(Boolean) as AuthenticatorTransport[];

function checkPasskeyLimit(known: readonly PasskeyRow[]): void {
  if (known.length >= PASSKEYS_MAX) throw new AppError('passkey_limit', { count: PASSKEYS_MAX });
}

/**
 * Returns options for a browser to create a passkey that needs no username; existing passkeys are excluded.
 */
export async function beginPasskey(
  domain: PasskeyDomain,
  user: Pick<UserRow, 'id' | 'username' | 'display_name'>,
): Promise<{ options: WebauthnJson; webauthnChallenge: string }> {
  const { id: rpID, name: rpName } = relyingParty(domain);
  const ownPasskeys = await listPasskeys(domain.store.db, user.id);
  checkPasskeyLimit(ownPasskeys);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: user.username,
    userDisplayName: user.display_name,
    // A hash, which reveals nothing about the user to a reader of the authenticator.
    userID: Buffer.from(domain.keyring.hash('passkey-user', String(user.id)), 'hex'),
    attestationType: 'none',
    excludeCredentials: ownPasskeys.map((row) => ({
      id: row.credential_id,
      transports: transportsOf(row),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options }, webauthnChallenge: options.challenge };
}

/**
 * Stores the passkey that a browser created; returns recovery codes too if there were none. Throws AppError
 * passkey_failed or passkey_taken, and not_signed_in if the caller's session has ended meanwhile.
 */
export async function addPasskey(
  domain: PasskeyDomain,
  caller: Identified,
  input: { name: string; response: WebauthnJson; webauthnChallenge: string },
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const { id: rpID, origin } = relyingParty(domain);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: input.response as unknown as RegistrationResponseJSON,
    expectedChallenge: input.webauthnChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(failed);
  if (!registrationInfo) throw new AppError('passkey_failed');
  const { credential, credentialBackedUp } = registrationInfo;
  return domain.store.transaction(async (trx) => {
    // Several may have been started while there was room for one more.
    const user = await lockCaller(trx, caller);
    checkPasskeyLimit(await listPasskeys(trx, user.id));
    const row = await insertPasskey(trx, {
      user_id: user.id,
      credential_id: credential.id,
      rp_id: rpID,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(','),
      is_synced: credentialBackedUp ? 1 : 0,
      name: input.name,
      created_at: nowSeconds(domain.clock),
      last_used_at: 0,
    });
    if (!row) throw new AppError('passkey_taken');
    const isFirst = (await countRecoveryCodes(trx, user.id)) === 0;
    return {
      passkey: presentPasskey(row),
      recovery_codes: isFirst ? await makeRecoveryCodes(trx, domain, user.id) : [],
    };
  });
}

/** Returns options for a browser to sign with a passkey: one of these, or any of this site. */
export async function askForPasskey(
  domain: Pick<Domain, 'options'>,
  known: readonly PasskeyRow[] = [],
): Promise<{ options: WebauthnJson; webauthnChallenge: string }> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(domain).id,
    allowCredentials: known.map((row) => ({
      id: row.credential_id,
      transports: transportsOf(row),
    })),
    userVerification: 'required',
  });
  return { options: { ...options }, webauthnChallenge: options.challenge };
}

/** Does the same for a user's own passkeys. Throws AppError passkey_unknown if there are none. */
export async function askForOwnPasskey(
  domain: Pick<Domain, 'options' | 'store'>,
  userId: number,
): ReturnType<typeof askForPasskey> {
  const { id: host } = relyingParty(domain);
  const hostPasskeys = (await listPasskeys(domain.store.db, userId)).filter(
    ({ rp_id: passkeyHostName }) => passkeyHostName === host,
  );
  if (hostPasskeys.length === 0) throw new AppError('passkey_unknown');
  return askForPasskey(domain, hostPasskeys);
}

/** Returns the passkey that signed the challenge. Throws AppError passkey_failed, whatever the reason. */
export async function verifyPasskey(
  domain: PasskeyDomain,
  { response, webauthnChallenge }: { response: WebauthnJson; webauthnChallenge: string },
): Promise<PasskeyRow> {
  const { id: rpID, origin } = relyingParty(domain);
  const { id } = response;
  const row = typeof id === 'string' ? await findPasskey(domain.store.db, id) : undefined;
  if (!row || webauthnChallenge === '') throw new AppError('passkey_failed');
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: webauthnChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      publicKey: Buffer.from(row.public_key, 'base64url'),
      counter: row.counter,
      transports: transportsOf(row),
    },
  }).catch(failed);
  const { newCounter: counter } = authenticationInfo;
  const used = { counter, at: nowSeconds(domain.clock), host: rpID };
  // If the counter has changed in the meantime, the passkey was copied or the response replayed.
  if (!verified || !(await notePasskeyUse(domain.store.db, row, used)))
    throw new AppError('passkey_failed');
  return row;
}

function failed(cause: unknown): never {
  throw new AppError('passkey_failed', {}, { cause });
}

/** Renames one of the user's passkeys. Throws AppError passkey_unknown. */
export async function renamePasskey(
  { store }: Pick<Domain, 'store'>,
  { userId, id, name }: { userId: number; id: number; name: string },
): Promise<void> {
  if (!(await renamePasskeyOf(store.db, { id, user_id: userId }, name)))
    throw new AppError('passkey_unknown');
}

/**
 * Removes one of the user's passkeys; recovery codes are deleted with the last factor. Throws AppError
 * passkey_unknown, and last_way_in if no other login method is left.
 */
export async function removePasskey(
  { store, options }: Pick<Domain, 'store' | 'options'>,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await store.transaction(async (trx) => {
    // Of two factors removed at once, each would see the other one remain.
    await lockUser(trx, userId);
    if (!(await deletePasskey(trx, { id, user_id: userId }))) throw new AppError('passkey_unknown');
    await requireLoginMethod(trx, { options }, userId);
    await dropUnusedRecoveryCodes(trx, userId);
  });
}
