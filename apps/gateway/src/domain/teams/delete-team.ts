import { TOKEN_DISABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { emptyTeam, stopTeamKeys } from '../../store/teams-repository.ts';
import { countRunningBatches } from '../../store/batches-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { hasUnfinishedTasks } from '../../store/tasks-repository.ts';
import { findUserById, updateUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { changeMembers, type TeamActor } from './members.ts';
import { bookTransfer } from './team-money.ts';

/**
 * Deletes a team in one transaction: its keys stop working, all members leave, and its balance goes to the
 * owner. Returns the amount. Throws AppError team_calls_running while calls, tasks or batches of the team run:
 * they hold part of the balance, or may be refunded.
 */
export async function deleteTeam(
  domain: Pick<Domain, 'store' | 'clock' | 'wallet' | 'changes'>,
  actor: TeamActor,
): Promise<{ returned: number }> {
  const { teamId, userId } = actor;
  const at = nowSeconds(domain.clock);
  await domain.wallet.flush();
  const before = await findUserById(domain.store.db, teamId);
  const deduction = { kind: 'user', ownerId: teamId, delta: -Math.max(1, before?.quota ?? 1) };
  const returned = await domain.wallet.deduct({ ...deduction, kind: 'user' }, () =>
    changeMembers(domain, { ...actor, others: [userId] }, async (trx, role) => {
      if (role !== 'owner') throw new AppError('team_role_forbidden');
      const team = await findUserById(trx, teamId);
      if (!team) throw new AppError('team_not_found');
      if (await hasRefundsAhead(trx, teamId)) throw new AppError('team_calls_running');
      if (team.held > 0) throw new InsufficientQuotaError();
      const key = `team-deleted:${teamId}`;
      const transfer = { from: teamId, to: userId, quota: team.quota, actorId: userId, key, at };
      if (team.quota > 0) await bookTransfer(trx, { ...transfer, reference: '' });
      await stopTeamKeys(trx, { teamId, status: TOKEN_DISABLED });
      await emptyTeam(trx, teamId);
      await updateUser(trx, teamId, { deleted_at: at });
      return team.quota;
    }),
  );
  if (returned === 'insufficient-quota') throw new AppError('team_calls_running');
  return { returned };
}

/** Whether something that a team has paid for may still give quota back. */
async function hasRefundsAhead(trx: StoreTransaction, teamId: number): Promise<boolean> {
  return (await hasUnfinishedTasks(trx, teamId)) || (await countRunningBatches(trx, teamId)) > 0;
}
