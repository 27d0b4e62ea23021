import { recoverAccess } from './domain/accounts/recover-access.ts';
import { readConfig } from './platform/config.ts';

/** `npm run recover`: a new password for the super admin, printed once. */
try {
  const { username, password } = await recoverAccess(readConfig(process.env));
  process.stdout.write(
    `Log in as ${username} with ${password}\nLogin by password is on, human verification is off.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
