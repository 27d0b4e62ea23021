import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { releaseEmail, updateUser } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { spendCode, tryCode } from '../mail/mail-codes.ts';
import { checkEmailRules } from './email-rules.ts';
import type { Identified } from './identified.ts';
import { lockCaller } from './lock-caller.ts';
import { emailProof, recordUserProof } from './user-proofs.ts';
import { isUniqueViolation } from './users.ts';

type BindEmailContext = Pick<
  Domain,
  'clock' | 'keyring' | 'changes' | 'store' | 'options' | 'mailer'
>;

/**
 * Binds an address to a caller's account by the code that was sent to it; notifies the previous address. Throws
 * an AppError, also if the caller's session has ended meanwhile.
 */
export async function bindEmail(
  domain: BindEmailContext,
  caller: Identified,
  { email, code, language }: { email: string; code: string; language: Language },
): Promise<void> {
  const { user } = caller;
  checkEmailRules(domain.options, email);
  const proof = await tryCode(domain, 'email', { email, code });
  if (!proof) throw new AppError('verification_code_wrong');
  const changes = { email, email_lower: email.toLowerCase() };
  try {
    await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
      const { email: previous } = await lockCaller(trx, caller);
      if (!(await spendCode(trx, proof, nowSeconds(domain.clock))))
        throw new AppError('verification_code_wrong');
      noteAudited({
        id: user.id,
        name: user.username,
        before: { email: user.email },
        after: { email },
      });
      await releaseEmail(trx, email);
      await updateUser(trx, user.id, changes);
      // An imported account never proved its address here.
      const addresses = previous === null ? [email] : [previous, email];
      for (const address of addresses)
        await recordUserProof(trx, domain, user.id, emailProof(address));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken', {}, { cause: error }) : error;
  }
  if (user.email !== null && user.email_lower !== changes.email_lower) {
    const params = { site: domain.options.text('SystemName'), username: user.username, email };
    void domain.mailer.sendInBackground({
      to: user.email,
      ...composeMail('emailChanged', [language], { params }),
    });
  }
}
