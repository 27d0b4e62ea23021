import type { Clock } from '../../platform/clock.ts';
import type { Store } from '../../store/open-store.ts';
import { listKeyMakers } from '../../store/teams-repository.ts';
import { QUARTER } from '../../store/usage-stats.ts';
import { sumUsageCounts } from '../../store/usage-stats-repository.ts';
import type { WalletBackend } from './backend.ts';
import { DiskReserve } from './disk-reserve.ts';
import { createWallet } from './create-wallet.ts';
import { SpendingLimits } from './spending-limits.ts';
import { forgetWindows } from './store/spending-windows.ts';
import type { Wallet } from './wallet.ts';

/**
 * Opens the wallet over a recovered backend, with daily, weekly and monthly limits. What was spent before a
 * limit existed is read from the statistics. On SQLite, where this node is alone, everything that a crashed
 * process had taken of limits is released.
 */
export async function openWallet({
  store,
  backend,
  clock,
  folder,
}: {
  store: Store;
  backend: WalletBackend;
  clock: Clock;
  /** The folder of this process. */
  folder: string;
}): Promise<Wallet> {
  if (store.kind === 'sqlite') await forgetWindows(store.db);
  const spending = new SpendingLimits({
    store,
    clock,
    async readSpent(owner, since) {
      await backend.apply();
      const keys = await keysOf(store, owner);
      const to = Math.ceil((clock.nowMs() / 1000 + 1) / QUARTER) * QUARTER;
      const range = { from: since, to };
      // Refunds return to the balance only: some are of charges of an earlier period (ADR 63).
      return (await sumUsageCounts(store.db, { scope: 'key', keys }, range)).quota;
    },
  });
  const diskReserve = new DiskReserve(folder);
  diskReserve.takeSoon(clock);
  return createWallet({ backend, clock, spending, diskReserve });
}

async function keysOf(store: Store, owner: string): Promise<string[]> {
  const [kind, first = '', second = ''] = owner.split(':');
  if (kind === 'key') return [first];
  return [...(await listKeyMakers(store.db, Number(first), Number(second))).keys()].map(String);
}
