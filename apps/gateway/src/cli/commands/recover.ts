import { recoverAccess } from '../../domain/accounts/recover-access.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';

/** A new password for the super admin, printed once. */
export const recover: Command = {
  usage: 'recover [--accept-lost-key]',
  help: [
    'Sets and prints a new password for the super admin and turns password login on.',
    '--accept-lost-key  continue with a new master key; data sealed with the lost one is abandoned',
  ],
  options: { 'accept-lost-key': { type: 'boolean' } },
  positionals: { min: 0, max: 0 },
  async run({ values, env, say }) {
    const acceptsLostKey = values['accept-lost-key'] === true;
    const { username, password } = await recoverAccess(readConfig(env), { acceptsLostKey });
    say(`Log in as ${username} with ${password}`);
    say('Password login is on and human verification is off.');
    say('Two-step verification was removed for this user and is no longer required.');
  },
};
