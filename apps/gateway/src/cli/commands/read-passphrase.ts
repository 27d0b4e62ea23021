import { readSecretFile } from '../remote/read-secret-file.ts';
import { CommandError, type CommandInput } from '../command.ts';

const SHORTEST = 12;

/**
 * Reads a backup's passphrase from the named file, otherwise from BACKUP_PASSPHRASE; undefined for none. An
 * empty file is an error: the backup would not be encrypted.
 */
export function readPassphrase(input: CommandInput): string | undefined {
  const { values, env, t } = input;
  const text =
    values['passphrase-file'] === undefined
      ? env.BACKUP_PASSPHRASE || undefined
      : (readSecretFile(input, 'passphrase-file') ?? '');
  if (text === undefined) return undefined;
  if (text.length < SHORTEST) throw new CommandError(t('failures.passphrase', { count: SHORTEST }));
  return text;
}
