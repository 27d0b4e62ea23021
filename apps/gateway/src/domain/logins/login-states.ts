import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { isUnexpired, nowSeconds } from '../../platform/clock.ts';
import { newCredential } from '../../platform/ids.ts';
import { insertOauthState, takeOauthState } from '../../store/oauth-states-repository.ts';
import type { Domain } from '../domain.ts';

type StateDomain = Pick<Domain, 'store' | 'keyring' | 'clock'>;

/** Codes provided by somebody who may not have an account yet. */
export interface SignUpCodes {
  /** The inviter's code; empty for none. */
  affCode: string;
  registrationCodeHash: string;
}

export const STATE_SECONDS = 600;

/** The text of a state that is valid only for one provider. */
const stateKey = (provider: string, state: string) => `${provider} ${state}`;

/**
 * Starts a login at a provider: the state goes to the provider and back, the other half stays in the browser.
 * Without a provider the state is valid for any, for clients that open the consent page themselves.
 */
export async function createLoginState(
  { store, keyring, clock }: StateDomain,
  input: { provider: string | undefined; userId: number } & SignUpCodes,
): Promise<{ state: string; browser: string }> {
  const { provider, userId, affCode, registrationCodeHash } = input;
  const [state, browser] = [newCredential(), newCredential()];
  const text = provider === undefined ? state : stateKey(provider, state);
  await insertOauthState(store.db, {
    state_hash: keyring.hash('oauth-state', text),
    browser_hash: keyring.hash('oauth-state', browser),
    user_id: userId,
    aff_code: affCode,
    registration_code_hash: registrationCodeHash,
    expires_at: nowSeconds(clock) + STATE_SECONDS,
  });
  return { state, browser };
}

/** Consumes a returned state; returns the codes from its start. Throws AppError oauth_state_invalid. */
export async function consumeLoginState(
  { store, keyring, clock }: StateDomain,
  input: { provider: string; state: string; browser: string; userId: number },
): Promise<SignUpCodes> {
  const { provider, state, browser, userId } = input;
  const take = (text: string) => takeOauthState(store.db, keyring.hash('oauth-state', text));
  const row = (await take(stateKey(provider, state))) ?? (await take(state));
  const isSame =
    row !== undefined &&
    timingSafeEqual(
      Buffer.from(row.browser_hash),
      Buffer.from(keyring.hash('oauth-state', browser)),
    );
  // The same user must be signed in as at the start, or still nobody: otherwise an account could be bound to
  // somebody else's, or bound in a session that was not confirmed.
  const isSameUser = row?.user_id === userId;
  if (
    !isSame ||
    !isSameUser ||
    !isUnexpired(row.expires_at - STATE_SECONDS, STATE_SECONDS, nowSeconds(clock))
  )
    throw new AppError('oauth_state_invalid');
  return { affCode: row.aff_code, registrationCodeHash: row.registration_code_hash };
}

type ProofDomain = Omit<StateDomain, 'store'> & { store: Pick<Domain['store'], 'db'> };

/** Marks a signed proof as used. Throws AppError oauth_state_invalid if it already was. */
export async function consumeSignedProof(domain: ProofDomain, proof: string): Promise<void> {
  if (!(await noteProof(domain, proof))) throw new AppError('oauth_state_invalid');
}

/**
 * Marks a code that somebody typed in as used: its provider may accept it again. Throws AppError
 * verification_code_wrong if it already was.
 */
export async function consumeTypedCode(
  domain: ProofDomain,
  { provider, subject, code }: { provider: string; subject: string; code: string },
): Promise<void> {
  if (!(await noteProof(domain, `${provider} ${subject} ${code}`)))
    throw new AppError('verification_code_wrong');
}

/** Returns false if the proof was noted before. */
function noteProof({ store, keyring, clock }: ProofDomain, proof: string): Promise<boolean> {
  return insertOauthState(store.db, {
    state_hash: keyring.hash('oauth-state', `proof ${proof}`),
    browser_hash: '',
    user_id: 0,
    aff_code: '',
    registration_code_hash: '',
    expires_at: nowSeconds(clock) + STATE_SECONDS,
  });
}
