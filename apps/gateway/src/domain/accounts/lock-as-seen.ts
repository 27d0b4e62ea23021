import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { updateUserAsSeen, type UserRow } from '../../store/users-repository.ts';

/**
 * Locks a user for a change that the rules allow for the role and status that were seen. Throws AppError
 * user_changed if these are different now, or the user was deleted.
 */
export async function lockAsSeen(
  trx: StoreTransaction,
  seen: Pick<UserRow, 'id' | 'role' | 'status'>,
): Promise<void> {
  if (!(await updateUserAsSeen(trx, seen, {}))) throw new AppError('user_changed');
}
