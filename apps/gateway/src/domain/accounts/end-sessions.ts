import { deleteSessionOfUser, deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { lockAsSeen } from './lock-as-seen.ts';
import type { UserRow } from './users.ts';

/**
 * Ends one session of a user, or all but one. Takes effect on all nodes at once, because none caches
 * sessions. Throws AppError user_changed.
 */
export async function endSessions(
  { store }: Pick<Domain, 'store'>,
  user: Pick<UserRow, 'id' | 'username' | 'role' | 'status'>,
  selection: { id: number } | { exceptId: number },
): Promise<void> {
  await store.transaction(async (trx) => {
    await lockAsSeen(trx, user);
    noteAudited({ id: user.id, name: user.username });
    if ('id' in selection) await deleteSessionOfUser(trx, user.id, selection.id);
    else await deleteSessionsOfUser(trx, user.id, selection.exceptId);
  });
}
