import { readFileSync } from 'node:fs';
import { CommandError, type CommandInput } from '../command.ts';
import type { OptionName } from '../command-options.ts';

/**
 * A secret from the file that an option names, `-` for standard input; undefined where none is named.
 * Never an argument itself: those are seen by every user of the machine and kept by the shell.
 */
export function readSecretFile(
  { given, t }: Pick<CommandInput, 'given' | 't'>,
  option: OptionName,
): string | undefined {
  const path = given(option);
  if (path === '') return undefined;
  try {
    // Standard input is file 0.
    return readFileSync(path === '-' ? 0 : path, 'utf8').trim();
  } catch (error) {
    const why = (error as Error).message;
    throw new CommandError(t('failures.secretFile', { option: `--${option}`, why }), 2);
  }
}
