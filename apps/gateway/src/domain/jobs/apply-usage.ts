import type { Wallet } from '../wallet/wallet.ts';
import type { Job } from './job.ts';

const IDLE_AFTER_MS = 15_000;

/** Applies finished calls to the balances and returns idle leases. Charges that fail stay in the journal. */
export function applyUsage(wallet: Wallet): Job {
  return {
    name: 'apply-usage',
    everyMs: 2000,
    scope: 'node',
    run: () => wallet.maintain(IDLE_AFTER_MS),
  };
}
