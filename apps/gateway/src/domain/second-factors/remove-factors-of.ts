import { nowSeconds } from '../../platform/clock.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { lockAsSeen } from '../accounts/lock-as-seen.ts';
import type { Actor } from '../accounts/user-administration.ts';
import type { UserRow } from '../accounts/users.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { readFactors, removeFactors } from './factors.ts';

/**
 * Removes all second factors of a user who lost them, and ends their sessions; recorded in the user's log.
 * Throws AppError user_changed.
 */
export async function removeFactorsOf(
  domain: Pick<Domain, 'changes' | 'clock'>,
  actor: Actor,
  target: UserRow,
): Promise<void> {
  await domain.changes.commit({ topic: 'user', id: target.id }, async (trx) => {
    // Locks the user's row first, so that a session that is just starting is committed and ends too.
    await lockAsSeen(trx, target);
    const { totp, passkeys } = await readFactors(trx, target.id);
    noteAudited({
      id: target.id,
      name: target.username,
      before: { totp, passkeys: passkeys.length },
      after: { totp: false, passkeys: 0 },
    });
    await removeFactors(trx, target.id);
    await deleteSessionsOfUser(trx, target.id);
    const at = nowSeconds(domain.clock);
    await recordAuditEvent(trx, target, { event: 'second_factors_removed', actor, at });
  });
}
