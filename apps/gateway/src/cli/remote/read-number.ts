import { CommandError, type CommandInput } from '../command.ts';
import type { OptionName } from '../command-options.ts';

/** A whole number that was given to an option; undefined where none was. Throws where it is none. */
export function readNumber(
  { given, t }: Pick<CommandInput, 'given' | 't'>,
  option: OptionName,
): number | undefined {
  const text = given(option);
  if (text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError(t('failures.number', { option: `--${option}`, text }), 2);
}
