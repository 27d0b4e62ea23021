import type { Change } from '../../platform/bus.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { listOwnedIds, regroupTeams } from '../../store/teams-repository.ts';
import {
  findUserById,
  updateUserAsSeen,
  type UserChanges,
  type UserRow,
} from '../../store/users-repository.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';

/** Returns the change to announce for a person: a new group affects teams as well. */
export function changedWith({ id }: Pick<UserRow, 'id'>, { group }: UserChanges): Change {
  return group === undefined ? { topic: 'user', id } : { topic: 'user' };
}

/**
 * Changes a person like `updateUserAsSeen`. A new group also applies to their own teams in the old group, so
 * that nobody keeps its prices through a team; a team that was moved elsewhere stays there.
 */
export async function updateOwner(
  trx: StoreTransaction,
  ownerSeen: Pick<UserRow, 'id' | 'role' | 'status'>,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  if (changes.group === undefined) return updateUserAsSeen(trx, ownerSeen, changes);
  await lockUsers(trx, [ownerSeen.id, ...(await listOwnedIds(trx, ownerSeen.id))]);
  // Read again: a team may have been created before the owner's row was locked.
  const teams = await listOwnedIds(trx, ownerSeen.id);
  const before = await findUserById(trx, ownerSeen.id);
  const updated = await updateUserAsSeen(trx, ownerSeen, changes);
  if (before && updated) await regroupTeams(trx, teams, { from: before.group, to: updated.group });
  return updated;
}
