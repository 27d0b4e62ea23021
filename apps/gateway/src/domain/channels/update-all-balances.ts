import { CHANNEL_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { listChannelIdsByStatus } from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';
import { createClusterTask } from '../jobs/cluster-task.ts';
import {
  type BalanceCounts,
  type ChannelBalanceContext,
  updateBalances,
} from './channel-balance.ts';

/** How long a request waits for its run: less than proxies wait for a response. */
const WAIT_MS = 20_000;

/**
 * Queries the balances of all enabled channels in the background. Returns the counts once all are known, or
 * those of this moment if that takes too long. Throws AppError channel_balances_running while any node does
 * so.
 */
export async function updateAllBalances(
  domain: ChannelBalanceContext & Pick<Domain, 'log'>,
): Promise<BalanceCounts> {
  const { clock, store } = domain;
  let counts: BalanceCounts = { updated: 0, failed: 0, left: 0 };
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const started = await createClusterTask<BalanceCounts>(domain, 'update-balances').start(
    async (report, signal) => {
      try {
        const ids = await listChannelIdsByStatus(store.db, [CHANNEL_ENABLED]);
        await updateBalances(domain, ids, {
          signal,
          report: (latest) => report((counts = { ...latest })),
        });
      } finally {
        end();
      }
    },
  );
  if (!started) throw new AppError('channel_balances_running');
  const cancel = clock.after(WAIT_MS, end);
  await ended;
  cancel();
  return counts;
}
