import { loginProviderTable, ROLE_USER } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findUserByUsername, releaseEmail } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { type CodeProof, spendCode, tryCode } from '../mail/mail-codes.ts';
import { checkEmailRules } from './email-rules.ts';
import { emailProof } from './user-proofs.ts';
import { openAccount } from './open-account.ts';
import { checkRegistrationCode, hashRegistrationCode } from './registration-codes.ts';
import { isUniqueViolation, type UserRow } from './users.ts';

type RegistrationContext = Pick<Domain, 'clock' | 'keyring' | 'store' | 'options' | 'hashPassword'>;

export interface RegistrationInput {
  username: string;
  password: string;
  password2?: string | undefined;
  email?: string | undefined;
  verification_code?: string | undefined;
  aff_code?: string | undefined;
  registration_code?: string | undefined;
}

/** An address that its owner has verified. */
interface ProvedEmail {
  email: string;
  proof: CodeProof;
}

/** Returns whether people can register with a password: not while password login is off. */
export function registersByPassword(options: Domain['options']): boolean {
  return (
    options.get('RegisterEnabled') &&
    options.get('PasswordRegisterEnabled') &&
    options.get('PasswordLoginEnabled')
  );
}

/** Returns whether people can register at all, with a password or through a login provider. */
export function registers(options: Domain['options']): boolean {
  return (
    registersByPassword(options) ||
    (options.get('RegisterEnabled') &&
      loginProviderTable.some(({ enabled }) => options.boolean(enabled.key)))
  );
}

/**
 * Creates an account, books the credits for it and its inviter, and consumes the email code, in one
 * transaction.
 */
export async function register(
  domain: RegistrationContext,
  input: RegistrationInput,
): Promise<UserRow> {
  const { options, store } = domain;
  if (!registersByPassword(options)) throw new AppError('registration_disabled');
  if (input.password2 !== undefined && input.password2 !== input.password)
    throw new AppError('passwords_differ');
  const registrationCodeHash = hashRegistrationCode(domain, input.registration_code);
  await checkRegistrationCode(domain, registrationCodeHash);
  // Checked first, so that a taken name uses up no attempt at the code.
  if (await findUserByUsername(store.db, input.username)) throw new AppError('username_taken');
  const provedEmail = options.boolean('EmailVerificationEnabled')
    ? await proveEmail(domain, input)
    : undefined;
  const password_hash = await domain.hashPassword(input.password);
  try {
    return await open(domain, { ...input, password_hash, provedEmail, registrationCodeHash });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const sameNameUser = await findUserByUsername(store.db, input.username);
    throw new AppError(sameNameUser ? 'username_taken' : 'email_taken', {}, { cause: error });
  }
}

async function proveEmail(
  domain: RegistrationContext,
  input: RegistrationInput,
): Promise<ProvedEmail> {
  const { email = '', verification_code: code = '' } = input;
  if (email === '') throw new AppError('email_required');
  if (code === '') throw new AppError('verification_code_required');
  checkEmailRules(domain.options, email);
  const proof = await tryCode(domain, 'email', { email, code });
  if (!proof) throw new AppError('verification_code_wrong');
  return { email, proof };
}

interface Applicant extends RegistrationInput {
  password_hash: string;
  registrationCodeHash: string;
  provedEmail: ProvedEmail | undefined;
}

function open(domain: RegistrationContext, applicant: Applicant): Promise<UserRow> {
  const { username, password_hash, provedEmail, registrationCodeHash } = applicant;
  return openAccount(domain, {
    affCode: applicant.aff_code ?? '',
    registrationCodeHash,
    proofs: provedEmail ? [emailProof(provedEmail.email)] : [],
    fields: {
      username,
      display_name: username,
      password_hash,
      role: ROLE_USER,
      ...(provedEmail ? { email: provedEmail.email } : {}),
    },
    async before(trx) {
      if (!provedEmail) return;
      if (!(await spendCode(trx, provedEmail.proof, nowSeconds(domain.clock))))
        throw new AppError('verification_code_wrong');
      await releaseEmail(trx, provedEmail.email);
    },
  });
}
