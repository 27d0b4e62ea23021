import { nowSeconds } from '../../platform/clock.ts';
import { insertAuditRows } from '../../store/audit-repository.ts';
import type { Domain } from '../domain.ts';
import { describeChanges } from './describe-changes.ts';

/** Records that an administrator logged in. */
export function recordLogin(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  user: { id: number; username: string; role: number },
  from: { address: string; userAgent: string; requestId: string },
): Promise<void> {
  return insertAuditRows(store.db, [
    {
      created_at: nowSeconds(clock),
      actor_id: user.id,
      actor_name: user.username,
      actor_role: user.role,
      ip: from.address,
      credential: 'session',
      action: 'login',
      subject: 'account',
      object_id: String(user.id),
      object_name: user.username,
      reason: '',
      changes: JSON.stringify(describeChanges(undefined, { user_agent: from.userAgent })),
      request_id: from.requestId,
    },
  ]);
}
