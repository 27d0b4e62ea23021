import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolder } from '../../domain/wallet/node-folders.ts';
import { readConfig } from '../../platform/config.ts';
import { lockFolder } from '../../platform/lock-folder.ts';
import { compactSqlite } from '../../store/compact-sqlite.ts';
import { requireDatabase } from '../../store/require-database.ts';
import { type Command, CommandError } from '../command.ts';

const MEGABYTE = 1_048_576;

/** Returns free space in SQLite's file to the disk while the gateway is stopped. */
export const compact: Command = {
  name: 'compact',
  help: 'help.compact',
  async run({ env, print, t }) {
    const config = readConfig(env);
    const { DATABASE_URL: databaseUrl, DATA_DIR: folder, WORKER_NUMBER: worker } = config;
    if (databaseUrl !== undefined) throw new CommandError(t('results.compactPostgres'));
    requireDatabase(config);
    const path = join(folder, 'tollgate.db');
    const unlock = lockFolder(nodeFolder(folder, worker));
    try {
      const startedAt = performance.now();
      const { before, after } = compactSqlite(path);
      chmodSync(path, 0o600);
      print(
        t('results.compacted', {
          before: Math.ceil(before / MEGABYTE),
          after: Math.ceil(after / MEGABYTE),
          seconds: Math.round((performance.now() - startedAt) / 100) / 10,
        }),
      );
    } finally {
      unlock();
    }
  },
};
