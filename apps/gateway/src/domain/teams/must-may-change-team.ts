import { refuseTeamChange } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findTopRole } from '../../store/teams-repository.ts';

/**
 * Refuses an administrator of the site who is a member of a team, or whose role a member has. Throws AppError
 * team_of_same_or_higher.
 */
export async function mustMayChangeTeam(
  trx: StoreTransaction,
  actor: { role: number },
  teamId: number,
): Promise<void> {
  const refused = refuseTeamChange(actor, { top_role: await findTopRole(trx, teamId) });
  if (refused) throw new AppError(refused);
}
