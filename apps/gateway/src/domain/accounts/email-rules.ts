import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Checks whether an address may be bound to an account. Throws an AppError that states what prevents it. */
export function checkEmailRules(
  options: Pick<OptionStore, 'boolean' | 'get'>,
  email: string,
): void {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (isBlockedDomain(options, email)) throw new AppError('email_domain_not_allowed', { domain });
  if (options.boolean('EmailDomainRestrictionEnabled')) {
    const allowed = options.get('EmailDomainWhitelist');
    if (!allowed.some((entry) => fits(entry, domain)))
      throw new AppError('email_domain_not_allowed', { domain });
  }
  if (options.boolean('EmailAliasRestrictionEnabled') && /[+.]/.test(email.slice(0, at)))
    throw new AppError('email_alias_not_allowed');
}

/** Returns whether mail addresses of this domain, or of a parent domain, are blocked. */
export function isBlockedDomain(options: Pick<OptionStore, 'get'>, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isBlocked = (entry: string) => domain === entry || domain.endsWith(`.${entry}`);
  return options.get('EmailDomainBlocklist').some((entry) => isBlocked(entry.replace(/^\*\./, '')));
}

/** An entry of the allow list is a domain, or `*.` followed by the parent of allowed subdomains. */
const fits = (entry: string, domain: string) =>
  entry === domain || (entry.startsWith('*.') && domain.endsWith(entry.slice(1)));
