import { randomInt } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { newCredential } from '../../platform/ids.ts';
import { findUserByEmail } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { CODE_SECONDS, secondsToNextCode, storeCode } from '../mail/mail-codes.ts';
import { checkEmailRules } from './email-rules.ts';

type EmailCodeContext = Pick<Domain, 'clock' | 'keyring' | 'store' | 'options' | 'mailer'>;

const DIGITS = 6;

/**
 * Sends a code to an address. Only the owner learns whether an account already has it, from a mail without a
 * code; the response is the same. Throws AppError mail_failed with the time until the next attempt.
 */
export async function sendEmailCode(
  domain: EmailCodeContext,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const { options, mailer, store } = domain;
  if (!mailer.isSetUp()) throw new AppError('mail_not_set_up');
  checkEmailRules(options, email);
  const bearer = await findUserByEmail(store.db, email);
  const isTaken = bearer !== undefined && bearer.deleted_at === null;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await storeCode(domain, 'email', { email, code: isTaken ? newCredential() : code });
  const params = { site: options.text('SystemName'), minutes: CODE_SECONDS.email / 60 };
  const content = isTaken
    ? composeMail('taken', [language], { params })
    : composeMail('code', [language], { params, code });
  try {
    await mailer.send({ to: email, ...content });
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'mail_failed')) throw cause;
    // It counts as sent: otherwise, strangers could flood the mail server with what it refuses.
    const retryAfterSeconds = await secondsToNextCode(domain, 'email', email);
    throw new AppError('mail_failed', {}, { cause, retryAfterSeconds });
  }
}
