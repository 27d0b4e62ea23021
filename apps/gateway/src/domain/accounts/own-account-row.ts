import type { UserRow } from '../../store/users-repository.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { auditedUser } from './audited-user.ts';

/**
 * Returns the row of the audit log for a change of an account outside a session, by a login or a link of its
 * owner: the account itself is the actor. `address` is empty if it is not known.
 */
export function ownAccountRow(
  before: UserRow,
  after: UserRow,
  { action, address = '', at }: { action: string; address?: string; at: number },
) {
  const { before: from, after: to } = auditedUser(before, after);
  return {
    created_at: at,
    actor_id: after.id,
    actor_name: after.username,
    actor_role: after.role,
    ip: address,
    credential: 'session' as const,
    action,
    subject: 'user',
    object_id: String(after.id),
    object_name: after.username,
    reason: '',
    changes: JSON.stringify(describeChanges(from, to)),
    request_id: '',
  };
}
