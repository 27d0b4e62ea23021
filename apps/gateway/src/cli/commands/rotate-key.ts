import { rotateMasterKey } from '../../domain/rotate-master-key.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';

/** Reseals everything with a new master key. */
export const rotateKey: Command = {
  name: 'rotate-key',
  help: 'help.rotate-key',
  async run({ env, say, note, t }) {
    const config = readConfig(env);
    if (config.DATABASE_URL) note(t('results.watching'));
    const result = await rotateMasterKey({ config });
    if (!result) {
      say(t('results.rotatedBefore'));
      return;
    }
    say(t('results.rotated', { count: result.resealed }));
    if (result.unreadable > 0) note(t('results.stayUnreadable', { count: result.unreadable }));
    if (result.oldKeyFile === undefined) {
      say(t('results.setNewKey'));
      return;
    }
    say(t('results.copyNewKey', { file: `${config.DATA_DIR}/master.key` }));
    note(t('results.keepOldKey', { file: `${config.DATA_DIR}/${result.oldKeyFile}` }));
  },
};
