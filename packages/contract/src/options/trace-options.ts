import { integerOption, rootOptions, withRule } from './definition.ts';

/** The database keeps entries of the audit log for this many days, whatever is asked. */
export const AUDIT_DAYS_MIN = 30;

/** How long traces of administrators stay: they don't shorten that themselves. */
export const traceOptions = rootOptions(
  withRule(
    integerOption('AuditRetentionDays', 'log', 365, { min: 0, max: 3650 }),
    (days) => days === 0 || days >= AUDIT_DAYS_MIN,
    'option_audit_days_invalid',
  ),
  integerOption('SignInRetentionDays', 'log', 90, { min: 1, max: 3650 }),
);
