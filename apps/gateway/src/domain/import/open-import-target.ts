import { createLocalBus } from '../../platform/bus.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { openStore } from '../../store/open-store.ts';
import { openChangeFeed } from '../change-feed.ts';
import { openKeyring } from '../open-keyring.ts';
import { openOptions } from '../options/options.ts';
import type { ImportTarget } from './import-run.ts';

/**
 * Opens what an import needs of this installation, without a gateway. A gateway may run concurrently; it
 * notices the changes within a second.
 */
export async function openImportTarget(
  config: Config,
): Promise<ImportTarget & { close: () => Promise<void> }> {
  const store = await openStore({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    const keyring = await openKeyring(store, config);
    const bus = createLocalBus(() => {});
    const changes = await openChangeFeed(store, bus, systemClock);
    const options = await openOptions({ store, keyring, bus, changes, clock: systemClock });
    return {
      config,
      store,
      keyring,
      changes,
      options,
      clock: systemClock,
      async close() {
        await bus.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
