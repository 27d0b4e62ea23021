import { readFileSync } from 'node:fs';
import { CommandError, type CommandInput } from '../command.ts';
import type { OptionName } from '../command-options.ts';

/**
 * Reads a secret from the file named by an option, `-` for standard input; undefined if none is named.
 * Secrets are never arguments: those are visible to every user of the machine and saved by the shell.
 */
export function readSecretFile(
  { optionValue, t }: Pick<CommandInput, 'optionValue' | 't'>,
  option: OptionName,
): string | undefined {
  const path = optionValue(option);
  if (path === '') return undefined;
  try {
    // File descriptor 0 is standard input.
    return readFileSync(path === '-' ? 0 : path, 'utf8').trim();
  } catch (error) {
    const why = (error as Error).message;
    throw new CommandError(t('failures.secretFile', { option: `--${option}`, why }), 2);
  }
}
