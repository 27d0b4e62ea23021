import { CHANNEL_ENABLED } from '@tollgate/contract';
import { listChannelIdsByStatus } from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';
import { runAsClusterTask } from '../jobs/run-as-cluster-task.ts';
import {
  type BalanceCounts,
  type ChannelBalanceContext,
  updateBalances,
} from './channel-balance.ts';

/**
 * Queries the balances of all enabled channels in the background. Returns the counts once all are known, or
 * those of this moment if that takes too long. Throws AppError channel_balances_running while any node does
 * so.
 */
export async function updateAllBalances(
  domain: ChannelBalanceContext & Pick<Domain, 'log'>,
): Promise<BalanceCounts> {
  let counts: BalanceCounts = { updated: 0, failed: 0, left: 0 };
  await runAsClusterTask<void, BalanceCounts>(
    domain,
    { name: 'update-balances', running: 'channel_balances_running' },
    async (report, signal) => {
      const ids = await listChannelIdsByStatus(domain.store.db, [CHANNEL_ENABLED]);
      await updateBalances(domain, ids, {
        signal,
        report: (latest) => report((counts = { ...latest })),
      });
    },
  );
  return counts;
}
