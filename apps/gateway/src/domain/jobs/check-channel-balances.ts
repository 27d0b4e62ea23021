import { nowSeconds } from '../../platform/clock.ts';
import { listStaleBalances } from '../../store/channels-repository.ts';
import { updateBalances } from '../channels/channel-balance.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

type BalanceDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'config' | 'catalog'>;

/**
 * Queries upstreams for the balances of enabled channels, each every `ChannelBalanceMinutes`, so that a low
 * balance is reported without anybody checking. A failed query is not retried sooner.
 */
export function checkChannelBalances(domain: BalanceDomain): Job {
  /** When this node last queried each channel, in Unix seconds: a failure leaves no trace in the database. */
  const asked = new Map<number, number>();
  return {
    name: 'check-channel-balances',
    everyMs: 60_000,
    scope: 'cluster',
    async run(signal) {
      const minutes = domain.options.get('ChannelBalanceMinutes');
      if (minutes === 0) return;
      const now = nowSeconds(domain.clock);
      const before = now - minutes * 60;
      for (const [id, at] of asked) if (at <= before) asked.delete(id);
      const stale = await listStaleBalances(domain.store.db, before);
      const due = stale.filter((id) => !asked.has(id));
      for (const id of due) asked.set(id, now);
      await updateBalances(domain, due, signal);
    },
  };
}
