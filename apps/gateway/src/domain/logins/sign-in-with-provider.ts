import { DISPLAY_NAME_LENGTH_MAX, emailField, ROLE_USER, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { SignInRefused } from '../sign-ins/sign-in-refused.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  findUserByIdentity,
  insertIdentity,
  releaseIdentity,
} from '../../store/user-identities-repository.ts';
import { findUserByEmail, releaseEmail } from '../../store/users-repository.ts';
import type { Identified } from '../accounts/identified.ts';
import { lockCaller } from '../accounts/lock-caller.ts';
import { checkEmailRules, isBlockedDomain } from '../accounts/email-rules.ts';
import { emailProof, identityProof, recordUserProof } from '../accounts/user-proofs.ts';
import { openAccount } from '../accounts/open-account.ts';
import { isUniqueViolation, type UserRow } from '../accounts/users.ts';
import { noteAudited, reportUnchanged } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { applyGrants } from './apply-grants.ts';
import type { SignUpCodes } from './login-states.ts';
import { checkRegistrationCode } from '../accounts/registration-codes.ts';
import { claimFormerIdentity } from './former-identities.ts';
import { deriveUsernames } from './derive-username.ts';
import type { LoginProvider, ProviderProfile } from './login-provider.ts';

type SignInWithProviderContext = Pick<
  Domain,
  'changes' | 'clock' | 'keyring' | 'store' | 'options'
>;

/** Somebody who proved their identity at a login provider. */
export interface ProvedIdentity {
  provider: Pick<LoginProvider, 'id' | 'usernamePrefix'>;
  profile: ProviderProfile;
}

/**
 * Returns the user with this identity, or a new one if it never belonged to anybody and registration is open.
 * Throws AppError user_disabled, registration_disabled or the error of the registration code.
 */
export async function signInWithProvider(
  domain: SignInWithProviderContext,
  provedIdentity: ProvedIdentity,
  codes: SignUpCodes,
): Promise<UserRow> {
  const identity = identityOf(provedIdentity);
  const existingUser =
    (await findUserByIdentity(domain.store.db, identity)) ??
    (await claimFormerIdentity(domain, identity, provedIdentity.profile.formerSubjects ?? []));
  if (!existingUser && !domain.options.get('RegisterEnabled'))
    throw new AppError('registration_disabled');
  const user = existingUser
    ? requireEnabled(existingUser)
    : await registerWithProvider(domain, provedIdentity, codes);
  return applyGrants(domain, user, provedIdentity.profile.grants);
}

function requireEnabled(user: UserRow): UserRow {
  if (user.status !== USER_ENABLED || user.deleted_at !== null)
    throw new SignInRefused(user.id, 'user_disabled');
  return user;
}

const identityOf = ({ provider, profile }: ProvedIdentity) => ({
  provider: provider.id,
  subject: profile.subject,
});

async function registerWithProvider(
  domain: SignInWithProviderContext,
  provedIdentity: ProvedIdentity,
  codes: SignUpCodes,
): Promise<UserRow> {
  const { provider, profile } = provedIdentity;
  await checkRegistrationCode(domain, codes.registrationCodeHash);
  const identity = identityOf(provedIdentity);
  const email = await freeEmail(domain, profile.email);
  let failure: unknown;
  for (const username of deriveUsernames(provider, profile)) {
    try {
      return await openAccount(domain, {
        ...codes,
        proofs: [identityProof(identity), ...(email === undefined ? [] : [emailProof(email)])],
        identity,
        fields: {
          username,
          display_name: [...(profile.displayName || username)]
            .slice(0, DISPLAY_NAME_LENGTH_MAX)
            .join(''),
          password_hash: null,
          role: ROLE_USER,
          ...(email === undefined ? {} : { email }),
        },
        before: async (trx) => (email === undefined ? undefined : releaseEmail(trx, email)),
      });
    } catch (error) {
      if (!isUniqueViolation(error) && !isLostRace(error)) throw error;
      failure = error;
      // The same person may be signing in concurrently, in another window.
      const existing = await findUserByIdentity(domain.store.db, identity);
      if (existing) return requireEnabled(existing);
    }
  }
  throw failure;
}

/** Returns whether a registration failed because the same one succeeded concurrently. */
const isLostRace = (error: unknown) =>
  error instanceof AppError &&
  (error.code === 'oauth_taken' || error.code === 'registration_code_invalid');

/**
 * Returns the address that a provider verified if the account may have it; undefined if the rules here don't
 * allow it or it belongs to another account: an address never gives access to an account. Throws AppError
 * email_domain_not_allowed for a blocked domain.
 */
async function freeEmail(
  { options, store }: Pick<Domain, 'options' | 'store'>,
  email: string | undefined,
): Promise<string | undefined> {
  const parsed = emailField.safeParse(email);
  if (!parsed.success) return undefined;
  if (isBlockedDomain(options, parsed.data)) {
    const domain = parsed.data.slice(parsed.data.lastIndexOf('@') + 1);
    throw new AppError('email_domain_not_allowed', { domain });
  }
  try {
    checkEmailRules(options, parsed.data);
  } catch {
    return undefined;
  }
  const owner = await findUserByEmail(store.db, parsed.data);
  return owner && owner.deleted_at === null ? undefined : parsed.data;
}

/**
 * Binds an identity to a caller's account; doing so again is no error. Throws AppError oauth_taken if it belongs
 * to another user, oauth_already_bound if the user has another at that provider, and not_signed_in if the
 * session has ended while the provider was asked.
 */
export async function bindIdentity(
  domain: Pick<Domain, 'changes' | 'clock' | 'keyring' | 'store'>,
  caller: Identified,
  provedIdentity: ProvedIdentity,
): Promise<void> {
  const { user } = caller;
  const identity = identityOf(provedIdentity);
  const formerSubjects = provedIdentity.profile.formerSubjects ?? [];
  if (!(await findUserByIdentity(domain.store.db, identity)))
    await claimFormerIdentity(domain, identity, formerSubjects);
  await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    await lockCaller(trx, caller);
    await releaseIdentity(trx, identity);
    const bound = { ...identity, user_id: user.id, bound_at: nowSeconds(domain.clock) };
    if (await insertIdentity(trx, bound)) {
      const { provider, subject } = identity;
      noteAudited({ id: user.id, name: user.username, before: {}, after: { [provider]: subject } });
      return recordUserProof(trx, domain, user.id, identityProof(identity));
    }
    const owner = await findUserByIdentity(trx, identity);
    if (owner?.id !== user.id) throw new AppError(owner ? 'oauth_taken' : 'oauth_already_bound');
    reportUnchanged();
  });
}
