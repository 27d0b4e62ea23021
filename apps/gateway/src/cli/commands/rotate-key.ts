import { rotateMasterKey } from '../../domain/rotate-master-key.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';

/** Seals everything with a new master key. */
export const rotateKey: Command = {
  usage: 'rotate-key',
  help: [
    'Seals every stored key and secret with a new master key. Stop every node first.',
    'Keys, sessions and codes stay valid: nobody has to log in again.',
    'With master.key in DATA_DIR: a new one takes its place, the old one stays beside it.',
    'With MASTER_KEY: set NEW_MASTER_KEY as well, and MASTER_KEY to the same afterwards.',
    'When it breaks off, run it again, or start the gateway.',
  ],
  options: {},
  positionals: { min: 0, max: 0 },
  async run({ env, say, note }) {
    const config = readConfig(env);
    if (config.DATABASE_URL) note('Watching for 10 s whether a node runs.');
    const result = await rotateMasterKey({ config });
    if (!result) {
      say('Everything is sealed with NEW_MASTER_KEY already. Set MASTER_KEY to it and start.');
      return;
    }
    say(`${result.resealed} keys and secrets are sealed with the new master key.`);
    if (result.unreadable > 0)
      note(`${result.unreadable} could not be read before either, and stay as they are.`);
    if (result.oldKeyFile === undefined) {
      say('Now set MASTER_KEY to the new one on every node, and start.');
      return;
    }
    say(
      `The new key is in ${config.DATA_DIR}/master.key: copy it to every other machine that shares the database, then start.`,
    );
    note(
      `The old one is in ${config.DATA_DIR}/${result.oldKeyFile}. Backups of before need it; delete it once you have none.`,
    );
  },
};
