import { ROLE_ADMIN, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { newCredential, randomAlphanumeric } from '../../platform/ids.ts';
import { digestOfHash } from '../../platform/passwords.ts';
import { insertAuditRows } from '../../store/audit-repository.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import {
  findUserByEmail,
  lockUser,
  updateUser,
  type UserRow,
} from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { CODE_SECONDS, storeCode, spendCode, tryCode } from '../mail/mail-codes.ts';
import { notifyPasswordChanged } from './notify-password-changed.ts';
import { ownAccountRow } from './own-account-row.ts';
import { passwordChanges } from './password-changes.ts';

type PasswordResetContext = Pick<
  Domain,
  'clock' | 'keyring' | 'changes' | 'store' | 'options' | 'mailer' | 'hashPassword'
>;

const NEW_PASSWORD_LENGTH = 16;

/**
 * Sends a password reset link if an account has the address. The mail is sent after the response, and the
 * response and the work before it are the same for every address.
 */
export async function sendPasswordReset(
  domain: PasswordResetContext,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const { options, mailer } = domain;
  if (!mailer.isSetUp()) throw new AppError('mail_not_set_up');
  // Not the request's Host header: its sender would choose where the link leads.
  const server = options.text('ServerAddress');
  if (server === '') throw new AppError('server_address_missing');
  const user = await findActive(domain, email);
  const token = newCredential();
  await storeCode(domain, 'reset', { email, code: boundToPassword(token, user) });
  const query = new URLSearchParams({ email: user?.email ?? email, token });
  const content = composeMail('reset', [language], {
    params: { site: options.text('SystemName'), minutes: CODE_SECONDS.reset / 60 },
    link: `${server}/user/reset?${query.toString()}`,
  });
  if (user?.email) void mailer.sendInBackground({ to: user.email, ...content });
}

/**
 * Binds a token to the password that it replaces, so that a new one ends it: somebody who had access to the
 * mailbox must not undo it. A login that converts the password's hash does not end it.
 */
function boundToPassword(token: string, user: UserRow | undefined): string {
  const { password_hash: hash = null, rehashed_from: before = null } = user ?? {};
  return `${token.trim()} ${before ?? digestOfHash(hash ?? '')}`;
}

/**
 * Sets a new password for the token of a reset mail and ends the account's sessions; returns the password and
 * the user. Throws AppError reset_link_invalid, also if the password has been changed since.
 */
export async function resetPassword(
  domain: PasswordResetContext,
  { email, token, address }: { email: string; token: string; address: string },
): Promise<{ password: string; user: UserRow }> {
  const user = await findActive(domain, email);
  const code = boundToPassword(token, user);
  const proof = await tryCode(domain, 'reset', { email, code });
  if (!proof || !user) throw new AppError('reset_link_invalid');
  const password = randomAlphanumeric(NEW_PASSWORD_LENGTH);
  const hash = await domain.hashPassword(password);
  await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    // Meanwhile, the account may have been disabled, and its address or password changed.
    const locked = await lockUser(trx, user.id);
    const isSame = locked?.email_lower === user.email_lower && isActive(locked);
    if (!isSame || boundToPassword(token, locked) !== code)
      throw new AppError('reset_link_invalid');
    if (!(await spendCode(trx, proof, nowSeconds(domain.clock))))
      throw new AppError('reset_link_invalid');
    const changes = passwordChanges(hash);
    await updateUser(trx, user.id, changes);
    if (locked.role >= ROLE_ADMIN) {
      const action = { action: 'resetPassword', address, at: nowSeconds(domain.clock) };
      await insertAuditRows(trx, [ownAccountRow(locked, { ...locked, ...changes }, action)]);
    }
    await deleteSessionsOfUser(trx, user.id);
    await notifyPasswordChanged(trx, domain, { userId: user.id, ip: address });
  });
  return { password, user };
}

async function findActive(
  { store }: Pick<Domain, 'store'>,
  email: string,
): Promise<UserRow | undefined> {
  const user = await findUserByEmail(store.db, email);
  return user && isActive(user) ? user : undefined;
}

const isActive = ({ deleted_at: deletedAt, status }: UserRow) =>
  deletedAt === null && status === USER_ENABLED;
