import { readFileSync } from 'node:fs';
import { CommandError, type CommandInput } from '../command.ts';

const SHORTEST = 12;

/** What encrypts a backup: from the file that is named, else BACKUP_PASSPHRASE; undefined for none. */
export function readPassphrase({ values, env }: CommandInput): string | undefined {
  const file = values['passphrase-file'];
  const text = typeof file === 'string' ? readFileSync(file, 'utf8').trim() : env.BACKUP_PASSPHRASE;
  if (text === undefined || text === '') return undefined;
  if (text.length < SHORTEST)
    throw new CommandError(`The passphrase needs at least ${SHORTEST} characters.`);
  return text;
}
