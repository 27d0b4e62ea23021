import type { StoreTransaction } from '../../store/open-store.ts';
import { areTeammates } from '../../store/teams-repository.ts';
import { haveCommonProof } from '../../store/user-proofs-repository.ts';

/**
 * Returns why one user's money counts as the other's: both proved the same email address or identity, or are
 * in one team, whose money both can spend. Undefined if neither.
 */
export async function findSharedOwnership(
  trx: StoreTransaction,
  left: number,
  right: number,
): Promise<'same-person' | 'same-team' | undefined> {
  if (left === right || (await haveCommonProof(trx, left, right))) return 'same-person';
  return (await areTeammates(trx, left, right)) ? 'same-team' : undefined;
}
