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

/** What a change of a person is told of: with the group, teams change too. */
export function changedWith({ id }: Pick<UserRow, 'id'>, { group }: UserChanges): Change {
  return group === undefined ? { topic: 'user', id } : { topic: 'user' };
}

/**
 * Changes a person as `updateUserAsSeen` does. A new group applies to the teams they own that are in the
 * group they leave, so nobody keeps its prices by a team; a team that was moved elsewhere stays.
 */
export async function updateOwner(
  trx: StoreTransaction,
  seen: Pick<UserRow, 'id' | 'role' | 'status'>,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  if (changes.group === undefined) return updateUserAsSeen(trx, seen, changes);
  await lockUsers(trx, [seen.id, ...(await listOwnedIds(trx, seen.id))]);
  // Again: one may have been made before the owner was held.
  const teams = await listOwnedIds(trx, seen.id);
  const before = await findUserById(trx, seen.id);
  const updated = await updateUserAsSeen(trx, seen, changes);
  if (before && updated) await regroupTeams(trx, teams, { from: before.group, to: updated.group });
  return updated;
}
