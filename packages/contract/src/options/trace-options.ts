import { rootOptions, withRule } from './definition.ts';
import { retentionOption } from './retention-option.ts';

/** The database keeps audit log entries at least this many days, whatever the option says. */
export const AUDIT_DAYS_MIN = 30;

/** How long traces of administrators' actions are kept: administrators can't shorten that themselves. */
export const traceOptions = rootOptions(
  withRule(
    retentionOption('AuditRetentionDays', 'log', 365, { min: 0, max: 3650 }),
    (days) => days === 0 || days >= AUDIT_DAYS_MIN,
    'option_audit_days_invalid',
  ),
  retentionOption('SignInRetentionDays', 'log', 90, { min: 1, max: 3650 }),
);
