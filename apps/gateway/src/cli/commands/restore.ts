import { restoreBackup } from '../../domain/backup/restore-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { readMasterKey } from '../../platform/keyring.ts';
import type { Command } from '../command.ts';
import { readPassphrase } from './read-passphrase.ts';
import { withLocalBackup } from './with-local-backup.ts';

/** Puts a backup into an empty folder and database. */
export const restore: Command = {
  usage: 'restore FILE|s3://BUCKET/KEY [--passphrase-file FILE] [--force]',
  help: [
    'Puts a backup into an empty DATA_DIR and, with DATABASE_URL, an empty database.',
    'Stop the gateway first. Run `tollgate verify` afterwards.',
    '--passphrase-file FILE  passphrase of the backup (default: BACKUP_PASSPHRASE)',
    '--force                 move the contents of DATA_DIR aside; nothing is deleted',
  ],
  options: { 'passphrase-file': { type: 'string' }, force: { type: 'boolean' } },
  positionals: { min: 1, max: 1 },
  async run(input) {
    const { values, positionals, env, say, note } = input;
    const config = readConfig(env);
    const setAside = values.force === true ? `before-restore-${Date.now()}` : undefined;
    const passphrase = readPassphrase(input);
    const manifest = await withLocalBackup(positionals[0] ?? '', config, (path) =>
      restoreBackup({ config, path, passphrase, setAside }),
    );
    say(`Restored the backup of ${manifest.createdAt}, made by version ${manifest.version}.`);
    if (setAside !== undefined) say(`The previous data is in ${config.DATA_DIR}/${setAside}.`);
    if (!readMasterKey(config.MASTER_KEY, config.DATA_DIR) && manifest.masterKeyMark !== null)
      note(
        'The backup has no master key. Set MASTER_KEY or put master.key into DATA_DIR before you start.',
      );
  },
};
