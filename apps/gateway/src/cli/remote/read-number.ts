import { CommandError, type CommandInput } from '../command.ts';
import type { OptionName } from '../command-options.ts';

/**
 * A whole number that was given to an option; undefined where the option was not. Throws where it is none
 * or below `min`: an empty one too, as of a variable of a script that is not set.
 */
export function readNumber(
  { values, given, t }: Pick<CommandInput, 'values' | 'given' | 't'>,
  option: OptionName,
  min = 0,
): number | undefined {
  if (values[option] === undefined) return undefined;
  const text = given(option);
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  if (min > 0)
    throw new CommandError(t('failures.numberFrom', { option: `--${option}`, text, min }), 2);
  throw new CommandError(t('failures.number', { option: `--${option}`, text }), 2);
}
