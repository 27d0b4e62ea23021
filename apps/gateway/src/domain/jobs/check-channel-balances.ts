import { nowSeconds } from '../../platform/clock.ts';
import { listStaleBalances } from '../../store/channels-repository.ts';
import { type ChannelBalanceContext, updateBalances } from '../channels/channel-balance.ts';
import type { Job } from './job.ts';

/**
 * Queries upstreams for the balances of enabled channels, each every `ChannelBalanceMinutes`, so that a low
 * balance is reported without anybody checking. A failed query is not retried sooner.
 */
export function checkChannelBalances(domain: ChannelBalanceContext): Job {
  /** When this node last queried each channel, in Unix seconds: a failure leaves no trace in the database. */
  const queriedAt = new Map<number, number>();
  return {
    name: 'check-channel-balances',
    everyMs: 60_000,
    scope: 'cluster',
    async run(signal) {
      const minutes = domain.options.get('ChannelBalanceMinutes');
      if (minutes === 0) return;
      const now = nowSeconds(domain.clock);
      const before = now - minutes * 60;
      for (const [id, at] of queriedAt) if (at <= before) queriedAt.delete(id);
      const staleChannels = await listStaleBalances(domain.store.db, before);
      const dueChannels = staleChannels.filter((id) => !queriedAt.has(id));
      for (const id of dueChannels) queriedAt.set(id, now);
      await updateBalances(domain, dueChannels, { signal });
    },
  };
}
