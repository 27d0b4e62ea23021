import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';
import type { OptionName } from '../command-options.ts';

/** Returns the number for an option's word; 0, meaning any, if none is given. */
export function readWord(
  { optionValue, t }: RemoteCall,
  option: OptionName,
  words: Readonly<Record<string, number>>,
): number {
  const word = optionValue(option);
  if (word === '') return 0;
  if (Object.hasOwn(words, word)) return words[word] ?? 0;
  const known = Object.keys(words).join(', ');
  throw new CommandError(t('failures.word', { option: `--${option}`, word, known }), 2);
}
