import { readFileSync } from 'node:fs';
import { CommandError, type CommandInput } from '../command.ts';

const SHORTEST = 12;

/** Reads a backup's passphrase from the named file, otherwise from BACKUP_PASSPHRASE; undefined for none. */
export function readPassphrase({ optionValue, env, t }: CommandInput): string | undefined {
  const file = optionValue('passphrase-file');
  const text = file === '' ? env.BACKUP_PASSPHRASE : readFileSync(file, 'utf8').trim();
  if (text === undefined || text === '') return undefined;
  if (text.length < SHORTEST) throw new CommandError(t('failures.passphrase', { count: SHORTEST }));
  return text;
}
