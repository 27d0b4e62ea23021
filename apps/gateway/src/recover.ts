import { recoverAccess } from './domain/accounts/recover-access.ts';
import { type Config, readConfig } from './platform/config.ts';
import { explainStartupError } from './platform/explain-startup-error.ts';

/** `npm run recover`: a new password for the super admin, printed once. `--accept-lost-key` gives up what a lost master key sealed. */
let config: Config | undefined;
try {
  const acceptsLostKey = process.argv.includes('--accept-lost-key');
  config = readConfig(process.env);
  const { username, password } = await recoverAccess(config, { acceptsLostKey });
  process.stdout.write(
    `Log in as ${username} with ${password}\nLogin by password is on, human verification is off. This user's second factors are gone; none is required.\n`,
  );
} catch (error) {
  process.stderr.write(`${explainStartupError(error, config)}\n`);
  process.exitCode = 1;
}
