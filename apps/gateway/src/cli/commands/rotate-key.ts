import { rotateMasterKey } from '../../domain/rotate-master-key.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';

/** Reseals everything with a new master key. */
export const rotateKey: Command = {
  name: 'rotate-key',
  help: 'help.rotate-key',
  async run({ env, print, printStatus, t }) {
    const config = readConfig(env);
    if (config.DATABASE_URL) printStatus(t('results.watching'));
    const result = await rotateMasterKey({ config });
    if (!result) {
      print(t('results.rotatedBefore'));
      return;
    }
    print(t('results.rotated', { count: result.resealed }));
    if (result.unreadable > 0)
      printStatus(t('results.stayUnreadable', { count: result.unreadable }));
    if (result.oldKeyFile === undefined) {
      print(t('results.setNewKey'));
      return;
    }
    print(t('results.copyNewKey', { file: `${config.DATA_DIR}/master.key` }));
    printStatus(t('results.keepOldKey', { file: `${config.DATA_DIR}/${result.oldKeyFile}` }));
  },
};
