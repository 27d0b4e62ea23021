import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { CliText } from './cli-text.ts';
import { type Command, CommandError, type CommandInput } from './command.ts';
import { parseable } from './command-options.ts';

/** Parses a command's arguments by name. Throws a CommandError that states what is wrong. */
export function readArguments(
  { options = [], positionals: { min, max } = { min: 0, max: 0 } }: Command,
  args: readonly string[],
  t: CommandInput['t'],
): Pick<CommandInput, 'values' | 'positionals'> {
  const config = { args: [...args], options: parseable(options), allowPositionals: true };
  const { tokens, positionals } = parseArgs({ ...config, strict: false, tokens: true });
  for (const token of tokens) {
    const problem = token.kind === 'option' ? findProblem(token, config.options) : undefined;
    if (problem) throw new CommandError(t(problem, { option: tokenName(token) }));
  }
  if (positionals.length < min) throw new CommandError(t('failures.missing'));
  if (positionals.length > max)
    throw new CommandError(t('failures.tooMany', { text: positionals[max] ?? '' }));
  return { values: parseArgs(config).values, positionals };
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

const tokenName = (token: object) => ('rawName' in token ? String(token.rawName) : '');

/**
 * An option in the place of a value means that the value was forgotten, unless it is given with `=`. So does an
 * empty one, as of a script's unset variable: a limit, an expiry or a key against repetition would be missing.
 */
function findProblem(
  { name, value, inlineValue }: OptionToken,
  options: ParseArgsOptionsConfig,
): CliText | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) return 'failures.unknownOption';
  if (option.type === 'boolean') return value === undefined ? undefined : 'failures.takesNoValue';
  const isForgotten = value === undefined || value === '' || (!inlineValue && /^-./.test(value));
  return isForgotten ? 'failures.needsValue' : undefined;
}
