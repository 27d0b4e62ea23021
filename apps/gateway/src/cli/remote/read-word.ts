import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';
import type { OptionName } from '../command-options.ts';

/** The number that a word given to an option stands for; 0, which is any, where none is given. */
export function readWord(
  { given, t }: RemoteCall,
  option: OptionName,
  words: Readonly<Record<string, number>>,
): number {
  const word = given(option);
  if (word === '') return 0;
  if (Object.hasOwn(words, word)) return words[word] ?? 0;
  const known = Object.keys(words).join(', ');
  throw new CommandError(t('failures.word', { option: `--${option}`, word, known }), 2);
}
