import { refuseTeamChange } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findTopRole } from '../../store/teams-repository.ts';

/**
 * Throws AppError team_of_same_or_higher for a site administrator who is a member of the team, or who does
 * not outrank all its members.
 */
export async function requireTeamChangePermission(
  trx: StoreTransaction,
  actor: { role: number },
  teamId: number,
): Promise<void> {
  const refused = refuseTeamChange(actor, { top_role: await findTopRole(trx, teamId) });
  if (refused) throw new AppError(refused);
}
