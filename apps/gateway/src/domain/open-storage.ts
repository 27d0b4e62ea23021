import type { Config } from '../platform/config.ts';
import type { Keyring } from '../platform/keyring.ts';
import { lockFolder } from '../platform/lock-folder.ts';
import type { Logger } from '../platform/logger.ts';
import type { MigrationStep } from '../store/migration-step.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { unfinishedRestore } from './backup/unfinished-restore.ts';
import { openKeyring } from './open-keyring.ts';
import { nodeFolder } from './wallet/node-folders.ts';

/** This node's storage. */
export interface Storage {
  store: Store;
  keyring: Keyring;
  /** The folder of this process, which no other process may use until `unlockFolder`. */
  nodeDirectory: string;
  unlockFolder: () => void;
}

/** Locks the folder, opens the database and reads the master key. Throws an Error that says what to do. */
export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  const nodeDirectory = nodeFolder(config.DATA_DIR, config.WORKER_NUMBER);
  const unlockFolder = lockFolder(nodeDirectory);
  let store: Store | undefined;
  try {
    unfinishedRestore.requireNone(config.DATA_DIR);
    store = await openStore({
      databaseUrl: config.DATABASE_URL,
      connections: config.DATABASE_CONNECTIONS,
      dataDir: config.DATA_DIR,
      durability: config.DURABILITY,
      onChange: (reason) => logDatabaseState(log, reason),
      onMigration: (step) => logMigration(log, step),
    });
    const keyring = await openKeyring(store, config);
    return { store, keyring, nodeDirectory, unlockFolder };
  } catch (error) {
    await store?.close();
    unlockFolder();
    throw error;
  }
}

function logMigration(log: Logger, { name: migration, seconds, ...expected }: MigrationStep): void {
  if (seconds === undefined)
    log.info({ migration, ...expected }, 'updating the database schema: do not stop this process');
  else log.info({ migration, seconds }, 'updated the database schema');
}

function logDatabaseState(log: Logger, reason: Error | undefined): void {
  if (!reason) return log.info('the database is reachable again');
  log.error(
    { err: reason },
    'the database (DATABASE_URL) is unreachable or read-only: calls continue within leases; API keys not in memory and the console get 503',
  );
}
