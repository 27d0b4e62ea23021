import { CommandError, type CommandInput } from '../command.ts';
import type { OptionName } from '../command-options.ts';

/** Reads an option's whole number; undefined if the option is not given. Throws if it is invalid or below `min`. */
export function readNumber(
  { values, optionValue, t }: Pick<CommandInput, 'values' | 'optionValue' | 't'>,
  option: OptionName,
  min = 0,
): number | undefined {
  if (values[option] === undefined) return undefined;
  const text = optionValue(option);
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  if (min > 0)
    throw new CommandError(t('failures.numberFrom', { option: `--${option}`, text, min }), 2);
  throw new CommandError(t('failures.number', { option: `--${option}`, text }), 2);
}
