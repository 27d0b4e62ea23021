import { ClientError } from '@tollgate/client';
import { type Config, readConfig } from '../platform/config.ts';
import { explainStartupError } from '../platform/explain-startup-error.ts';
import { cliText } from './cli-text.ts';
import { type Command, CommandError, type CommandInput } from './command.ts';
import { type CommandName, commandTable } from './command-table.ts';
import { describeCommand, describeGroup, listCommands } from './describe-command.ts';
import { pickLanguage } from './pick-language.ts';
import { readArguments } from './read-arguments.ts';
import { explainClientError } from './remote/explain-client-error.ts';

/** Where a command writes, and the environment it reads. */
export type CommandSurroundings = Pick<CommandInput, 'env' | 'print' | 'printStatus' | 'signal'>;

type Around = CommandSurroundings & Pick<CommandInput, 'language' | 't'>;

const EXIT_USAGE = 2;
const HELP: readonly (string | undefined)[] = ['help', '--help', '-h'];

/**
 * Runs `tollgate <name> <rest>` and returns the exit code: 0 for success, 1 for failure, 2 for wrong usage, 3
 * if the gateway it calls is unreachable; a command may have further ones. Everything for people is in the
 * language of the terminal.
 */
export async function runCommand(
  [name = 'help', ...rest]: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  const language = pickLanguage(surroundings.env);
  const t: CommandInput['t'] = (path, params) => cliText(language, path, params);
  const context = { ...surroundings, language, t };
  if (HELP.includes(name)) {
    for (const line of listCommands(language)) context.print(line);
    return 0;
  }
  if (!Object.hasOwn(commandTable, name)) {
    context.printStatus(t('failures.command', { name }));
    return EXIT_USAGE;
  }
  const loaded = await commandTable[name as CommandName]();
  if (!('actions' in loaded)) return runOne(loaded, rest, context);
  const [action = '', ...args] = rest;
  const command = Object.hasOwn(loaded.actions, action) ? loaded.actions[action] : undefined;
  if (command) return runOne(command, args, context);
  const isHelp = HELP.includes(action);
  if (action !== '' && !isHelp) context.printStatus(t('failures.action', { name, action }));
  for (const line of describeGroup(loaded, language))
    context[isHelp ? 'print' : 'printStatus'](line);
  return isHelp ? 0 : EXIT_USAGE;
}

async function runOne(command: Command, args: readonly string[], context: Around): Promise<number> {
  const { language, t, env, print, printStatus } = context;
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    for (const line of describeCommand(command, language)) print(line);
    return 0;
  }
  const { usageExitCode = EXIT_USAGE } = command;
  let read;
  try {
    read = readArguments(command, args, t);
  } catch (error) {
    printStatus([(error as Error).message, ...describeCommand(command, language)].join('\n'));
    return usageExitCode;
  }
  const { values } = read;
  const optionValue: CommandInput['optionValue'] = (option) => {
    const value = values[option];
    return typeof value === 'string' ? value : '';
  };
  try {
    return (await command.run({ ...read, ...context, optionValue })) ?? 0;
  } catch (error) {
    const { exitCode, text } = explainFailure(error, env, language);
    printStatus(text);
    return exitCode === EXIT_USAGE ? usageExitCode : exitCode;
  }
}

function explainFailure(
  error: unknown,
  env: CommandInput['env'],
  language: CommandInput['language'],
): { exitCode: number; text: string } {
  if (error instanceof CommandError) return { exitCode: error.exitCode, text: error.message };
  if (error instanceof ClientError) return explainClientError(error, language);
  let config: Config | undefined;
  try {
    config = readConfig(env);
  } catch {
    // The error itself states what is wrong with the environment.
  }
  return { exitCode: 1, text: explainStartupError(error, config, language) };
}
