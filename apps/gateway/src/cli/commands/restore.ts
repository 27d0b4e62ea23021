import { restoreBackup } from '../../domain/backup/restore-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { readMasterKey } from '../../platform/keyring.ts';
import type { Command } from '../command.ts';
import { readPassphrase } from './read-passphrase.ts';
import { withLocalBackup } from './with-local-backup.ts';

/** Restores a backup into an empty folder and database. */
export const restore: Command = {
  name: 'restore',
  takes: 'FILE|s3://BUCKET/KEY',
  help: 'help.restore',
  options: ['passphrase-file', 'force'],
  positionals: { min: 1, max: 1 },
  async run(input) {
    const { values, positionals, env, print, printStatus, t } = input;
    const config = readConfig(env);
    const setAside = values.force === true ? `before-restore-${Date.now()}` : undefined;
    const passphrase = readPassphrase(input);
    const manifest = await withLocalBackup(positionals[0] ?? '', config, (path) =>
      restoreBackup({ config, path, passphrase, setAside }),
    );
    const { createdAt: time, version } = manifest;
    print(t('results.restored', { time, version }));
    if (setAside !== undefined)
      print(t('results.setAside', { folder: `${config.DATA_DIR}/${setAside}` }));
    if (!readMasterKey(config.MASTER_KEY, config.DATA_DIR) && manifest.masterKeyMark !== null)
      printStatus(t('results.keyNeeded'));
  },
};
