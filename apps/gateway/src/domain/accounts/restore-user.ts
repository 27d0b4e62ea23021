import { refuseEdit, RESTORE_DAYS, TOKEN_DISABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { disableApiKeysOf } from '../../store/api-keys-repository.ts';
import { undeleteUser } from '../../store/erase-user-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { auditedUser } from './audited-user.ts';
import type { Actor } from './user-administration.ts';
import type { UserRow } from './users.ts';

/** Returns the limit of restoring: users deleted at or before this time can't be restored. */
export function restoreLimit(now: number): number {
  return now - RESTORE_DAYS * 86_400;
}

/**
 * Restores a deleted user below the actor's role, with the same name, balance and password. Keys come back
 * disabled, so that a forgotten program can't spend before the owner has checked. Throws AppError
 * user_not_found, cannot_update_same_or_higher or restore_too_late.
 */
export async function restoreUser(
  domain: Pick<Domain, 'clock' | 'changes' | 'store'>,
  actor: Actor,
  id: number,
): Promise<UserRow> {
  const target = await findUserById(domain.store.db, id);
  if (target?.kind !== 'person' || target.deleted_at === null) throw new AppError('user_not_found');
  const refusal = refuseEdit(actor, target);
  if (refusal) throw new AppError(refusal);
  const at = nowSeconds(domain.clock);
  return domain.changes.commit({ topic: 'user', id }, async (trx) => {
    const restored = await undeleteUser(trx, id, restoreLimit(at));
    if (!restored) throw new AppError('restore_too_late', { days: RESTORE_DAYS });
    await disableApiKeysOf(trx, id, TOKEN_DISABLED);
    noteAudited(auditedUser(target, restored));
    await recordAuditEvent(trx, target, { event: 'restore', actor, at });
    return restored;
  });
}
