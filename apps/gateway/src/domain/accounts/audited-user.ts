import type { UserRow } from '../../store/users-repository.ts';
import type { AuditedChange } from '../audit/audit-scope.ts';

/**
 * Returns a user before and after a change by an administrator, for the audit log. Calls change the balance
 * all the time, so quota is included only if the administrator entered one.
 */
export function auditedUser(
  before: UserRow | undefined,
  after: UserRow,
  typed: {
    quota?: number | undefined;
    quota_before?: number | undefined;
    reason?: string | undefined;
  } = {},
): AuditedChange {
  const { quota, quota_before: quotaBefore = before?.quota } = typed;
  return {
    id: after.id,
    name: after.username,
    before: before && {
      ...toFields(before),
      ...(quota === undefined ? {} : { quota: quotaBefore }),
    },
    after: { ...toFields(after), ...(quota === undefined ? {} : { quota }) },
    reason: typed.reason,
  };
}

const toFields = (user: UserRow) => ({
  username: user.username,
  display_name: user.display_name,
  email: user.email,
  role: user.role,
  status: user.status,
  group: user.group,
  password: user.password_hash,
  access_token: user.access_token_hash,
  deleted_at: user.deleted_at,
});
