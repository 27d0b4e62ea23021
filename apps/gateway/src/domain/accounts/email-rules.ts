import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Whether an address may be bound to an account here. Throws AppError that says what is in the way. */
export function checkEmailRules(
  options: Pick<OptionStore, 'boolean' | 'get'>,
  email: string,
): void {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (options.boolean('EmailDomainRestrictionEnabled')) {
    const allowed = options.get('EmailDomainWhitelist');
    if (!allowed.includes(domain)) throw new AppError('email_domain_not_allowed', { domain });
  }
  if (options.boolean('EmailAliasRestrictionEnabled') && /[+.]/.test(email.slice(0, at)))
    throw new AppError('email_alias_not_allowed');
}
