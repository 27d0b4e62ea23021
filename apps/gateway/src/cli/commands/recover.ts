import { recoverAccess } from '../../domain/accounts/recover-access.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';

/** Sets a new password for the super admin and prints it once. */
export const recover: Command = {
  name: 'recover',
  help: 'help.recover',
  options: ['accept-lost-key'],
  async run({ values, env, print, t }) {
    const acceptsLostKey = values['accept-lost-key'] === true;
    const login = await recoverAccess(readConfig(env), { acceptsLostKey });
    print(t('results.recovered', login));
    print(t('results.loginOn'));
    print(t('results.factorsRemoved'));
  },
};
